/** The routes of Web Push. */
export const pushAddress = "/api/v1/notifications/subscriptions";
