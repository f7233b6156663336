import { openPortal } from "./portal-opener.ts";

const portal = await openPortal();
try {
  const page = await (await portal.newContext()).newPage();
  page.on("console", (m) => console.log("console:", m.type(), m.text()));
  page.on("pageerror", (e) => console.log("pageerror:", e.message));
  await page.goto(`${portal.url}/portal/`);
  await page.waitForTimeout(3000);
  console.log(page.url());
  console.log((await page.locator("body").innerText()).slice(0, 500));
} finally {
  await portal.close();
}
