const timeoutMilliseconds = 10_000;

/** Posts to an address that the operator has configured. Throws unless the answer is a success; redirects are not followed. */
export async function postText(url: string, contentType: string, body: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const headers = { "content-type": contentType };
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(url).host} responded with ${response.status}`);
}
