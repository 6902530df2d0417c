/** Lets this process fetch from a server of the test, as the owner of a studio allows a host of the inner network. */
export function allowPrivateHost(url: string): void {
  process.env.STUDIO_PRIVATE_HOSTS = new URL(url).host;
  // The settings are parsed again.
  Reflect.deleteProperty(globalThis, "reverieEnv");
}
