import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Portal } from "./portal-fixture.ts";

export const personPassword = "correct horse battery";
const proof = { "x-assay-session": "1" };

export interface PortalPerson {
  name: string;
  email: string;
  /** Signs in with the password in a new context and opens a path below /portal. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Invites a person with the key of an organisation that has no owner yet, or with the administrator token, and accepts. */
export async function createPortalPerson(
  portal: Portal,
  key: string,
  role: string,
  name: string,
  password = personPassword,
): Promise<PortalPerson> {
  const email = `${name.toLowerCase().replace(" ", ".")}@example.com`;
  const { request } = await portal.newContext();
  await request.post(`${portal.url}/v1/session`, { data: { key } });
  const invited = await request.post(`${portal.url}/v1/invitations`, { data: { email, name, role }, headers: proof });
  assert.equal(invited.status(), 201, await invited.text());
  const { token } = await invited.json();
  const accepted = await request.post(`${portal.url}/v1/invitations/accept`, { data: { token, name, password } });
  assert.equal(accepted.status(), 200, await accepted.text());
  return {
    name,
    email,
    async open(path, options) {
      const context = await portal.newContext(options);
      const signedIn = await context.request.post(`${portal.url}/v1/session/password`, { data: { email, password } });
      assert.equal(signedIn.status(), 200, await signedIn.text());
      const page = await context.newPage();
      await page.goto(`${portal.url}/portal${path}`);
      await page.locator("main").waitFor();
      return page;
    },
  };
}
