/** Ends the session here and on the server, and leaves for the sign-in page. The client of next-auth comes on demand. */
export async function signOutAndLeave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
