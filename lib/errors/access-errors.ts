/** The part of the studio's catalogue about accounts, sessions and tokens. */
export const accessErrors = {
  "auth.required": {
    httpStatus: 401,
    title: "You’re not signed in.",
    action: "Sign in, or send an API token.",
  },
  "auth.wrong-credentials": {
    httpStatus: 401,
    title: "Wrong email or password.",
    action: "Check both and try again.",
  },
  "auth.throttled": {
    httpStatus: 429,
    title: "Too many attempts.",
    action: "Wait a few minutes, then try again.",
  },
  "auth.forbidden": {
    httpStatus: 403,
    title: "Only the owner can do this.",
    action: "Ask the owner of this studio.",
  },
  "auth.link-invalid": {
    httpStatus: 410,
    title: "This link was used, has expired, was revoked, or is invalid.",
    action: "Ask for a new link.",
  },
  "auth.email-taken": {
    httpStatus: 409,
    title: "This email address is already registered here.",
    action: "Sign in, or use another address.",
  },
  "auth.setup-closed": {
    httpStatus: 409,
    title: "This studio already has an owner.",
    action: "Sign in, or ask the owner for an invitation.",
  },
  "auth.setup-token": {
    httpStatus: 403,
    title: "The setup token is missing or wrong.",
    action: "Copy it from the console where the studio was last started.",
  },
  "auth.own-access": {
    httpStatus: 409,
    title: "You can’t remove your own access.",
    action: "Ask another owner of this studio.",
  },
  "auth.last-owner": {
    httpStatus: 409,
    title: "The last owner of a studio can’t be removed.",
    action: "Invite another owner first.",
  },
  "auth.access-removed": {
    httpStatus: 403,
    title: "Your access to this studio was removed. Nothing was sent.",
    action: "Ask the owner of this studio to restore it.",
  },
  "auth.scope": {
    httpStatus: 403,
    title: "This token doesn’t have the scope for this.",
    action: "Use a token with the scope named in `scope`.",
  },
  "auth.confirm-password": {
    httpStatus: 403,
    title: "Your sign-in is too old for this.",
    action: "Confirm your password, then try again.",
  },
  "auth.cookies": {
    httpStatus: 403,
    title: "Your browser blocks cookies.",
    action: "Allow cookies for this address, then try again.",
  },
  "auth.cross-site": {
    httpStatus: 403,
    title: "The request came from another site.",
    action: "Send it from the studio, or use an API token.",
  },
} as const;
