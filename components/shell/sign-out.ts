/** Ends the session and opens the sign-in page. Loads the client of next-auth on demand. */
export async function signOutAndLeave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
