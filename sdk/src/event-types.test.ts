import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypes as toldByService } from "../../server/src/events/event.ts";
import { eventTypes } from "./event-types.ts";

test("what can be subscribed to is what the service tells of, but for the test event", () => {
  assert.deepEqual([...eventTypes, "webhook.test"], [...toldByService]);
});
