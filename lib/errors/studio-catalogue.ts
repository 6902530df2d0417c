/** One entry: the HTTP status of the REST API and the English words; translations stand in messages/<locale>/errors.json. */
export interface CatalogueEntry {
  httpStatus: number;
  /** What happened, one sentence without an end stop in code, with one on screen. */
  title: string;
  /** What the person can do. */
  action: string;
}

/** What can go wrong inside the studio. What the service answers stands in lib/service/errors/catalogue.ts. */
export const studioCatalogue = {
  "input.invalid": {
    httpStatus: 422,
    title: "Some fields need another value.",
    action: "Correct the fields named here and send again.",
  },
  "input.malformed": {
    httpStatus: 400,
    title: "The request could not be read.",
    action: "Send JSON in UTF-8 in the shape the API description gives.",
  },
  "input.too-large": {
    httpStatus: 413,
    title: "The request is larger than allowed.",
    action: "Send less at once.",
  },
  "input.idempotency-conflict": {
    httpStatus: 409,
    title: "This idempotency key was used for another input.",
    action: "Use a new key for a new input.",
  },
  "auth.required": {
    httpStatus: 401,
    title: "You are not signed in.",
    action: "Sign in, or send a personal token.",
  },
  "auth.wrong-credentials": {
    httpStatus: 401,
    title: "Email or password is wrong.",
    action: "Check both and try again.",
  },
  "auth.throttled": {
    httpStatus: 429,
    title: "Too many attempts.",
    action: "Wait a few minutes and try again.",
  },
  "auth.forbidden": {
    httpStatus: 403,
    title: "Only the owner may do this.",
    action: "Ask the owner of this studio.",
  },
  "auth.link-invalid": {
    httpStatus: 410,
    title: "This link was used, has ended or never was one.",
    action: "Ask for a new link.",
  },
  "auth.email-taken": {
    httpStatus: 409,
    title: "Somebody here has this email address already.",
    action: "Sign in, or use another address.",
  },
  "auth.setup-closed": {
    httpStatus: 409,
    title: "This studio has its owner already.",
    action: "Sign in, or ask the owner for an invitation.",
  },
  "auth.setup-token": {
    httpStatus: 403,
    title: "The setup token is missing or wrong.",
    action: "Copy it from the console in which the studio was started last.",
  },
  "auth.own-access": {
    httpStatus: 409,
    title: "You cannot take away your own access.",
    action: "Ask another owner of this studio.",
  },
  "auth.cookies": {
    httpStatus: 403,
    title: "The browser sent no cookie back.",
    action: "Allow cookies for this address, then try again.",
  },
  "auth.cross-site": {
    httpStatus: 403,
    title: "The request came from another site.",
    action: "Send it from the studio itself, or with a personal token.",
  },
  "not-found": {
    httpStatus: 404,
    title: "There is nothing here.",
    action: "Check the address; it may have been deleted.",
  },
  "generator.unknown": {
    httpStatus: 404,
    title: "There is no such generator.",
    action: "Ask /api/v1/generators which there are.",
  },
  "generation.state": {
    httpStatus: 409,
    title: "The generation is past the point where this can be done.",
    action: "Look at its state again.",
  },
  "connection.missing": {
    httpStatus: 409,
    title: "No service is connected.",
    action: "Add a connection in the settings.",
  },
  "connection.changed": {
    httpStatus: 409,
    title: "The connection was changed while this waited in line; nothing was sent.",
    action: "Run it again with the connection of now.",
  },
  "connection.unreadable": {
    httpStatus: 409,
    title: "The stored API key cannot be read with this instance secret.",
    action: "Enter the API key again in the settings.",
  },
  "callbacks.no-address": {
    httpStatus: 409,
    title: "The service has no way to this studio.",
    action: "Set STUDIO_PUBLIC_URL to an address that the service reaches; docs/callbacks.md says how.",
  },
  "asset.type": {
    httpStatus: 415,
    title: "This kind of file cannot be used.",
    action: "Use one of the kinds named at the field.",
  },
  "asset.empty": {
    httpStatus: 422,
    title: "The file is empty.",
    action: "Choose a file that has content.",
  },
  "asset.corrupt": {
    httpStatus: 422,
    title: "The file cannot be decoded.",
    action: "Save it anew or choose another.",
  },
  "asset.missing": {
    httpStatus: 422,
    title: "The chosen file is no longer here.",
    action: "Choose or upload it again.",
  },
  "result.blocked": {
    httpStatus: 422,
    title: "The service's safety check held back every result.",
    action: "Change the wording and run it again.",
  },
  "result.type": {
    httpStatus: 502,
    title: "The service delivered something that is not the kind of file it announced.",
    action: "Run it again; the service may count it again.",
  },
  "result.unreachable": {
    httpStatus: 502,
    title: "The place where the service keeps the result cannot be reached.",
    action: "Wait; it is fetched again by itself for as long as the link lives.",
  },
  "result.incomplete": {
    httpStatus: 502,
    title: "A result ended before it was whole.",
    action: "Try to fetch it again; fetching costs nothing.",
  },
  "result.link-dead": {
    httpStatus: 502,
    title: "The link of a result no longer works.",
    action: "Run it again; the service may count it again.",
  },
  "result.too-large": {
    httpStatus: 502,
    title: "A result is larger than the studio stores.",
    action: "Ask for a smaller or shorter result.",
  },
  "result.none": {
    httpStatus: 502,
    title: "The service reported success but delivered nothing.",
    action: "Run it again; ask the service's support with the trace id.",
  },
  "result.damaged": {
    httpStatus: 502,
    title: "The result came damaged each time it was fetched.",
    action: "Ask the service's support with the task id; to run it again may cost again.",
  },
  "subtitles.unreadable": {
    httpStatus: 502,
    title: "The subtitle file of the service cannot be read.",
    action: "Download it as it came; the sound itself is whole.",
  },
  "url.refused": {
    httpStatus: 422,
    title: "This address may not be fetched.",
    action: "Use a public http or https address, or upload the file.",
  },
  "generation.interrupted": {
    httpStatus: 502,
    title: "The studio stopped while the request was out; whether anything was made is unknown.",
    action: "Look at the service's own history before you run it again: it may count again.",
  },
  "generation.ended-early": {
    httpStatus: 502,
    title: "The result broke off while it came; what had come is kept.",
    action: "Use what there is, or make it again; the service may count it again.",
  },
  "generation.ended-unusable": {
    httpStatus: 502,
    title: "The result broke off while it came, and what had come cannot be played.",
    action: "Make it again; the service may count it again.",
  },
  "generation.nothing-to-play": {
    httpStatus: 409,
    title: "There is nothing to play yet.",
    action: "Wait until its first sound has come.",
  },
  "task.expired": {
    httpStatus: 502,
    title: "The service no longer knows the task, or no longer keeps its result.",
    action: "Make it again; the service may count it again.",
  },
  "task.failed": {
    httpStatus: 502,
    title: "The service took the task and could not finish it.",
    action: "Check the input and make it again; the service may count it again.",
  },
  "storage.failed": {
    httpStatus: 507,
    title: "The result could not be written.",
    action: "Make room in the data folder; then fetch the results again, which costs nothing.",
  },
  "database.away": {
    httpStatus: 503,
    title: "The studio's database is away for the moment.",
    action: "Wait a little; it is restarted by itself.",
  },
  "rate.throttled": {
    httpStatus: 429,
    title: "Too many requests.",
    action: "Wait a little and try again.",
  },
  internal: {
    httpStatus: 500,
    title: "Something went wrong inside the studio.",
    action: "Try again; if it stays, look in the log for the request id.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type StudioErrorCode = keyof typeof studioCatalogue;
