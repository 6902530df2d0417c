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
  "auth.code-required": {
    httpStatus: 401,
    title: "This account has a second factor.",
    action: "Enter the code from your authenticator app, or a recovery code.",
  },
  "auth.wrong-code": {
    httpStatus: 401,
    title: "This code is wrong, has expired or was used before.",
    action: "Wait for the next code in your app and check the clock of your phone, or use a recovery code.",
  },
  "auth.app-unreadable": {
    httpStatus: 409,
    title: "The studio can’t check codes of your app: its instance secret has changed.",
    action: "Use a recovery code, or ask the owner to reset your second factor.",
  },
  "auth.set-up-second-factor": {
    httpStatus: 403,
    title: "This studio requires a second factor, which you don’t have yet.",
    action: "Set it up in the browser, at /second-factor.",
  },
  "auth.second-factor-on": {
    httpStatus: 409,
    title: "You already have a second factor.",
    action: "Turn it off first to set up another one.",
  },
  "auth.second-factor-off": {
    httpStatus: 409,
    title: "There is no second factor.",
    action: "Reload the page to see the current state.",
  },
  "auth.own-second-factor": {
    httpStatus: 409,
    title: "You can’t reset your own second factor.",
    action: "Turn it off in your account with a code, or ask another owner.",
  },
  "auth.own-second-factor-first": {
    httpStatus: 409,
    title: "You signed in without a second factor yourself. Nothing was changed.",
    action: "Set one up in your account or sign in with your passkey, then require it of everyone.",
  },
  "auth.passkey-unavailable": {
    httpStatus: 409,
    title: "Passkeys don’t work at this address.",
    action:
      "Open the studio at its public https address, or at localhost on its own machine. You can also sign in with your password.",
  },
  "auth.passkey-expired": {
    httpStatus: 401,
    title: "This took too long, or was done before.",
    action: "Try again.",
  },
  "auth.passkey-unknown": {
    httpStatus: 401,
    title: "This passkey doesn’t open an account here.",
    action:
      "Sign in with your password, or ask the owner of this studio. If the passkey was removed here, delete it from your device, too.",
  },
  "auth.passkey-failed": {
    httpStatus: 401,
    title: "The passkey couldn’t be verified.",
    action: "Try again. If it keeps failing, sign in with your password and add a new passkey.",
  },
  "auth.passkey-copied": {
    httpStatus: 401,
    title: "You weren’t signed in, because this passkey may have been copied.",
    action: "Sign in with your password, remove this passkey in your account, and add a new one.",
  },
  "auth.passkey-required": {
    httpStatus: 401,
    title: "This studio requires a second factor, and yours is a passkey.",
    action: "Sign in with your passkey. If you lost it, ask the owner to reset your second factor.",
  },
  "auth.passkey-cancelled": {
    httpStatus: 400,
    title: "No passkey was used.",
    action: "Try again, and confirm with your fingerprint, face or PIN.",
  },
  "auth.passkey-exists": {
    httpStatus: 409,
    title: "This device or password manager already has a passkey for your account.",
    action: "Use that one, or add a passkey on another device.",
  },
  "auth.passkey-unsupported": {
    httpStatus: 400,
    title: "This browser or device can’t use passkeys.",
    action: "Update the browser, set up a screen lock or PIN, or use another device.",
  },
  "auth.passkeys-full": {
    httpStatus: 409,
    title: "You have 20 passkeys already.",
    action: "Remove one that you no longer use.",
  },
  "auth.oidc-failed": {
    httpStatus: 401,
    title: "Signing in elsewhere didn’t work.",
    action: "Try again. If it keeps failing, sign in with your password, and tell the owner of this studio.",
  },
  "auth.oidc-unreachable": {
    httpStatus: 502,
    title: "The site that signs you in can’t be reached.",
    action: "Try again later, or sign in with your password.",
  },
  "auth.oidc-unverified": {
    httpStatus: 403,
    title: "The site that signs you in hasn’t verified your email address.",
    action: "Verify it there, or sign in with your password.",
  },
  "auth.oidc-no-account": {
    httpStatus: 403,
    title: "There is no account for you in this studio.",
    action: "Ask the owner for an invitation, with the email address that you use there.",
  },
  "auth.oidc-other-identity": {
    httpStatus: 409,
    title: "Your email address belongs to an account that somebody else signs in to.",
    action: "Ask the owner of this studio who uses this address.",
  },
  "auth.oidc-link-first": {
    httpStatus: 403,
    title: "The account with your email address isn’t linked with this sign-in yet.",
    action:
      "Sign in with your password, then link it under Settings → Account. If you never set a password here, tell the owner of this studio.",
  },
  "auth.oidc-other-email": {
    httpStatus: 403,
    title: "That sign-in has another email address than your account. Nothing was linked.",
    action: "Sign in there with the address of your account.",
  },
  "auth.last-way-in": {
    httpStatus: 409,
    title: "You have no other way to sign in. Nothing was unlinked.",
    action: "Add a passkey first.",
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
