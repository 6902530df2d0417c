import { accessErrors } from "./access-errors.ts";
import { fileErrors } from "./file-errors.ts";

/**
 * One error: the HTTP status of the REST API and the English texts. Translations are in
 * messages/<locale>/errors.json.
 */
export interface CatalogueEntry {
  httpStatus: number;
  /** What happened, in one sentence. */
  title: string;
  action: string;
}

/** Errors of the studio. Errors of the service are in lib/service/errors/catalogue.ts. */
export const studioCatalogue = {
  "input.invalid": {
    httpStatus: 422,
    title: "Some fields need changes.",
    action: "Correct the listed fields, then send again.",
  },
  "input.malformed": {
    httpStatus: 400,
    title: "The request couldn’t be read.",
    action: "Send UTF-8 JSON that matches the API description.",
  },
  "input.too-large": {
    httpStatus: 413,
    title: "The request is too large.",
    action: "Send less at once.",
  },
  "input.too-complex": {
    httpStatus: 413,
    title: "The request has too many values or is nested too deeply.",
    action: "Send fewer values, in a flatter structure.",
  },
  "input.headers": {
    httpStatus: 431,
    title: "The request’s headers are too large.",
    action: "Send fewer or shorter headers. In a browser, clear the cookies of this site.",
  },
  "input.method": {
    httpStatus: 405,
    title: "This HTTP method isn’t supported.",
    action: "Use a method of the API description.",
  },
  "input.timeout": {
    httpStatus: 408,
    title: "The request took too long to arrive.",
    action: "Check the network, then send it again.",
  },
  "input.idempotency-conflict": {
    httpStatus: 409,
    title: "This idempotency key was already used for different input.",
    action: "Use a new key for new input.",
  },
  ...accessErrors,
  "not-found": {
    httpStatus: 404,
    title: "Not found.",
    action: "Check the address. The item may have been deleted.",
  },
  "generator.unknown": {
    httpStatus: 404,
    title: "Unknown generator.",
    action: "See /api/v1/generators for the list.",
  },
  "generation.deleted": {
    httpStatus: 410,
    title: "The generation with this idempotency key was deleted for good. Nothing was sent.",
    action: "Use a new key to generate it again, which is billed again.",
  },
  "item.not-in-trash": {
    httpStatus: 409,
    title: "Only items in the trash can be deleted for good. Nothing was deleted.",
    action: "Move them to the trash first, or send `skipTrash`.",
  },
  "item-task.state": {
    httpStatus: 409,
    title: "This change of many items has ended or can’t be undone.",
    action: "Check its current state. Items that were deleted for good can’t be restored.",
  },
  "project.role": {
    httpStatus: 403,
    title: "Your role in this project doesn’t allow this.",
    action: "Ask the owner of the project.",
  },
  "project.changed": {
    httpStatus: 409,
    title: "The project has changed in the meantime. Nothing was saved.",
    action: "Look at it again, then repeat your change.",
  },
  "project.item-gone": {
    httpStatus: 409,
    title: "An item is no longer in this project.",
    action: "Reload the project, then try again.",
  },
  "project.gone": {
    httpStatus: 409,
    title: "The project for new results is gone, or you can’t add to it any more. Nothing was sent.",
    action: "Choose another project for new results, or none.",
  },
  "film.changed": {
    httpStatus: 409,
    title: "The film was saved elsewhere in the meantime. Nothing was saved.",
    action: "Open the newer version, or save yours as a copy.",
  },
  "film.role": {
    httpStatus: 403,
    title: "This film isn’t yours to change like this.",
    action: "Ask the person whose film it is, or make a copy.",
  },
  "film.trashed": {
    httpStatus: 409,
    title: "The film is in the trash. Nothing was saved.",
    action: "Restore it first.",
  },
  "film.not-in-trash": {
    httpStatus: 409,
    title: "Only films in the trash can be deleted for good. Nothing was deleted.",
    action: "Move the film to the trash first.",
  },
  "film.newer": {
    httpStatus: 409,
    title: "This film was saved by a newer version of Reverie.",
    action: "Update the studio, then open it again. The film is unchanged.",
  },
  "film.too-many": {
    httpStatus: 409,
    title: "You can have at most 200 films, including those in the trash. Nothing was saved.",
    action: "Delete films that you no longer need for good.",
  },
  "film.too-many-names": {
    httpStatus: 409,
    title: "At most 50 versions of a film can have a name. Nothing was saved.",
    action: "Remove the names of versions that you no longer need.",
  },
  "film.import-foreign": {
    httpStatus: 422,
    title: "This file isn’t a film of Reverie, or it is cut off. Nothing was imported.",
    action: "Choose a ZIP file that was downloaded with “Download with items”, or download it again.",
  },
  "film.import-account": {
    httpStatus: 422,
    title: "This file is the archive of a whole account, not of one film. Nothing was imported.",
    action: "Ask whoever runs the studio to import it with npm run import.",
  },
  "film.import-damaged": {
    httpStatus: 422,
    title: "This file is damaged or was changed.",
    action: "Download the film again, then import it again. What was imported before stays.",
  },
  "film.import-incomplete": {
    httpStatus: 422,
    title: "This file lacks media that its film needs. Nothing was imported.",
    action: "Download the film again, then import it again.",
  },
  "film.import-newer": {
    httpStatus: 422,
    title: "This film comes from a newer version of Reverie. Nothing was imported.",
    action: "Update the studio, then import the film again.",
  },
  "film.import-running": {
    httpStatus: 409,
    title: "Another import of yours is still running.",
    action: "Wait until it’s done, then import again. What you have already is skipped.",
  },
  "film.empty": {
    httpStatus: 422,
    title: "The film has neither a shot nor a sound. Nothing was exported.",
    action: "Add something to it, then export it.",
  },
  "film.too-many-exports": {
    httpStatus: 409,
    title: "At most 10 of your exports can wait or run at the same time. Nothing was exported.",
    action: "Wait until one of them is done, or cancel one.",
  },
  "film.export-ended": {
    httpStatus: 409,
    title: "This export has already ended.",
    action: "Reload to see its result or error.",
  },
  "film.export-active": {
    httpStatus: 409,
    title: "This export has not ended yet.",
    action: "Cancel it first.",
  },
  "film.source-missing": {
    httpStatus: 409,
    title: "A file of the film is no longer in the studio’s store. Nothing was exported.",
    action: "Replace or remove what uses it, then export again.",
  },
  "film.source-unreadable": {
    httpStatus: 422,
    title: "A file of the film can’t be read. Nothing was exported.",
    action: "Replace or remove what uses it, then export again.",
  },
  "film.encoder-failed": {
    httpStatus: 500,
    title: "The encoder failed on a frame of the film. Nothing was exported.",
    action: "Export again. If it fails again, try the other size.",
  },
  "film.export-unfinished": {
    httpStatus: 500,
    title: "The export stopped several times before it was done. Nothing was exported.",
    action: "Try a smaller size or a shorter film. The studio may need more memory.",
  },
  "film.disk-full": {
    httpStatus: 507,
    title: "The studio’s disk filled up during the export. Nothing was exported.",
    action:
      "Free up space on the disk of the data folder, then export again. Settings → Storage shows how much.",
  },
  "film.shot-sent": {
    httpStatus: 409,
    title: "Something else was already sent for this shot or caption. Nothing was sent.",
    action: "Look at what it became, then create it again if you need to.",
  },
  "film.shot-gone": {
    httpStatus: 409,
    title: "This shot or caption has nothing to create. Nothing was sent.",
    action: "Reload the film.",
  },
  "film.no-first-frame": {
    httpStatus: 409,
    title: "The shot needs a first frame, and there is none. Nothing was sent.",
    action: "Choose an image, or put a shot with a picture before it.",
  },
  "film.shot-before": {
    httpStatus: 409,
    title: "The shot before isn’t created yet, so its last frame isn’t there. Nothing was sent.",
    action: "Create the shot before first, or choose another first frame.",
  },
  "archive.too-many": {
    httpStatus: 422,
    title: "One ZIP file can have 5,000 items. Nothing was downloaded.",
    action: "Select fewer items, or export your account.",
  },
  "export.running": {
    httpStatus: 409,
    title: "You are already downloading an archive of your account or of a film.",
    action: "Wait for the download to finish, or cancel it in your browser.",
  },
  "conversion.too-long": {
    httpStatus: 422,
    title: "Only audio of up to 1 hour can be converted.",
    action: "Download the original file.",
  },
  "share.ended": {
    httpStatus: 410,
    title: "This link has expired or was revoked.",
    action: "Ask the person who sent it for a new one.",
  },
  "share.too-many": {
    httpStatus: 409,
    title: "You have too many active links. Nothing was shared.",
    action: "Revoke links that you no longer need.",
  },
  "preset.too-many": {
    httpStatus: 409,
    title: "You can have at most 100 presets for each generator. Nothing was saved.",
    action: "Delete presets that you no longer need.",
  },
  "snippet.too-many": {
    httpStatus: 409,
    title: "You can have at most 200 snippets. Nothing was saved.",
    action: "Delete snippets that you no longer need.",
  },
  "saved-search.too-many": {
    httpStatus: 409,
    title: "You can have at most 50 saved searches. Nothing was saved.",
    action: "Delete searches that you no longer need.",
  },
  "push.unavailable": {
    httpStatus: 409,
    title: "This studio has no public https address, which Web Push needs. Nothing was saved.",
    action: "Ask an owner to set STUDIO_PUBLIC_URL to its https address.",
  },
  "push.too-many": {
    httpStatus: 409,
    title: "You can have at most 20 devices that are told by Web Push. Nothing was saved.",
    action: "Remove devices that you no longer use.",
  },
  "webhook.too-many": {
    httpStatus: 409,
    title: "You can have at most 20 webhooks. Nothing was saved.",
    action: "Delete webhooks that you no longer need.",
  },
  "webhook.disabled": {
    httpStatus: 409,
    title: "This webhook is disabled. Nothing was sent.",
    action: "Enable it, then send again.",
  },
  "webhook.no-secret": {
    httpStatus: 409,
    title: "This webhook was imported and has no secret yet. Nothing was changed.",
    action: "Create a new secret and give it to the receiver, then enable the webhook.",
  },
  "webhook.test": {
    httpStatus: 409,
    title: "A test is sent once.",
    action: "Send another test.",
  },
  "generation.state": {
    httpStatus: 409,
    title: "This isn’t possible in the generation’s current state.",
    action: "Check its current state.",
  },
  "connection.missing": {
    httpStatus: 409,
    title: "No service is connected.",
    action: "Add a connection in Settings.",
  },
  "connection.changed": {
    httpStatus: 409,
    title: "The connection changed while this was queued. Nothing was sent.",
    action: "Try again with the current connection.",
  },
  "connection.unreadable": {
    httpStatus: 409,
    title: "The stored API key can’t be decrypted with the current instance secret.",
    action: "Enter the API key again in Settings.",
  },
  "callbacks.no-address": {
    httpStatus: 409,
    title: "The service can’t reach this studio.",
    action: "Set STUDIO_PUBLIC_URL to an address the service can reach. See docs/callbacks.md.",
  },
  ...fileErrors,
  "url.refused": {
    httpStatus: 422,
    title: "This address can’t be fetched.",
    action: "Use a public http or https address, or upload the file.",
  },
  "generation.interrupted": {
    httpStatus: 502,
    title: "The studio stopped before the response arrived. It’s unclear whether anything was generated.",
    action: "Check your history at the service before you retry. It may be billed again.",
  },
  "generation.ended-early": {
    httpStatus: 502,
    title: "The result was cut off. The part that arrived is saved.",
    action: "Use that part, or retry. It may be billed again.",
  },
  "generation.ended-unusable": {
    httpStatus: 502,
    title: "The result was cut off, and the part that arrived can’t be played.",
    action: "Retry. It may be billed again.",
  },
  "generation.nothing-to-play": {
    httpStatus: 409,
    title: "There’s nothing to play yet.",
    action: "Wait for the first audio to arrive.",
  },
  "task.expired": {
    httpStatus: 502,
    title: "The service no longer has this task or its result.",
    action: "Retry. It may be billed again.",
  },
  "task.failed": {
    httpStatus: 502,
    title: "The service accepted the task but couldn’t finish it.",
    action: "Check your input and retry. It may be billed again.",
  },
  "storage.failed": {
    httpStatus: 507,
    title: "The result couldn’t be saved.",
    action: "Free up space in the data folder, then download the results again. Downloads are free.",
  },
  "storage.full": {
    httpStatus: 507,
    title: "The studio’s disk is almost full. Nothing was sent or billed.",
    action:
      "Free up space on the disk of the data folder, then try again. Settings → Storage shows how much.",
  },
  "quota.disk": {
    httpStatus: 409,
    title: "Your files have reached your quota. Nothing was stored, sent or billed.",
    action: "Ask the owner of this studio for more. Settings → Storage shows your quota and what you use.",
  },
  "quota.queue": {
    httpStatus: 409,
    title: "Your queue is full. Nothing was sent or billed.",
    action: "Wait until some of your requests have started, or cancel some. The owner sets this quota.",
  },
  "budget.reached": {
    httpStatus: 409,
    title: "This would exceed the monthly budget. Nothing was sent or billed.",
    action: "Wait until next month, or ask the owner to raise the budget.",
  },
  "database.away": {
    httpStatus: 503,
    title: "The studio’s database is temporarily unavailable.",
    action: "Try again in a moment. The built-in database restarts automatically.",
  },
  "worker.away": {
    httpStatus: 503,
    title: "The studio’s worker isn’t running. Requests wait; nothing is lost.",
    action: "Try again in a moment. If it stays away, its log says why.",
  },
  "studio.stopping": {
    httpStatus: 503,
    title: "This machine of the studio is stopping.",
    action: "Try again in a moment.",
  },
  "rate.throttled": {
    httpStatus: 429,
    title: "Too many requests.",
    action: "Wait a moment, then try again.",
  },
  internal: {
    httpStatus: 500,
    title: "Something went wrong in the studio.",
    action: "Try again. If it keeps happening, look up the request ID in the log.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type StudioErrorCode = keyof typeof studioCatalogue;
