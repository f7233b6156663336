import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypes as serviceEventTypes } from "../../server/src/events/event.ts";
import { eventTypes } from "./event-types.ts";

test("the event types are those of the service without the test event", () => {
  assert.deepEqual([...eventTypes, "webhook.test"], [...serviceEventTypes]);
});
