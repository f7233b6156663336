import assert from "node:assert/strict";
import { test } from "node:test";
import { browserOf } from "./browser-of.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test("browsers that call themselves like others are distinguished, with their systems", () => {
  const named = (userAgent: string) => {
    const found = browserOf(userAgent);
    return found && [found.name, found.system].join(", ");
  };
  assert.equal(named(`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0 Safari/537.36`), "Chrome, Linux");
  assert.equal(
    named(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`),
    "Edge, Windows",
  );
  assert.equal(named("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"), "Firefox, Linux");
  assert.equal(
    named(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
    ),
    "Safari, iOS",
  );
  assert.equal(
    named(`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0 Mobile Safari/537.36`),
    "Chrome, Android",
  );
  assert.equal(named("curl/8.5.0"), undefined);
});
