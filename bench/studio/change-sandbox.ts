/** Changes how the sandbox behaves; see sandbox/README.md. */
export async function changeSandbox(baseUrl: string, settings: object): Promise<void> {
  const response = await fetch(`${baseUrl}/__sandbox/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(`Sandbox settings: HTTP ${response.status} ${await response.text()}`);
}
