import { Type } from "typebox";
import { mailLanguages, type NotificationKind, notificationChoices } from "../notifications/notification.ts";
import { replaceSettings } from "../notifications/replace-settings.ts";
import { personContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, responses } from "./wire.ts";

const tags = ["People"];
const choice = (description: string) => Type.Enum([...notificationChoices], { description });
const choices = {
  assigned: choice("You are the new owner of a gap."),
  mentioned: choice("A comment on a gap mentions you."),
  due: choice("A gap of yours is due within a week."),
  overdue: choice("A gap of yours is overdue."),
  review_completed: choice("All documents of a review are judged."),
  score_fell: choice("The score of a review fell."),
} satisfies Record<NotificationKind, unknown>;
const settings = {
  language: Type.Enum([...mailLanguages], { description: "Of the mails." }),
  choices: Type.Object(choices, {
    additionalProperties: false,
    description: "instant: a mail at once. daily: once a day, with everything else of that day. off: no mail.",
  }),
};
const settingsBody = Type.Object({
  ...settings,
  isMailOn: Type.Boolean({ description: "Whether this service sends mails at all." }),
});

/** Which mails a person receives. */
export function notificationRoutes(app: Routes, deps: RouteDeps): void {
  const { isMailOn } = deps;

  app.get(
    "/v1/account/notifications",
    {
      config: { access: "person" },
      schema: {
        operationId: "getNotificationSettings",
        tags,
        summary: "Read which mails you receive",
        response: responses(200, settingsBody, 401, 403),
      },
    },
    async (request) => {
      const { accountId } = personContext(request).session.person;
      return { ...(await deps.db.notifications.findSettings(accountId)), isMailOn };
    },
  );

  app.put(
    "/v1/account/notifications",
    {
      config: { access: "person" },
      schema: {
        operationId: "replaceNotificationSettings",
        tags,
        summary: "Choose which mails you receive",
        body: Type.Object(settings, closed),
        response: responses(200, settingsBody, 400, 401, 403, 413, 415),
      },
    },
    async (request) => {
      const { session, context } = personContext(request);
      await replaceSettings(deps, context, session.person.accountId, request.body);
      return { ...request.body, isMailOn };
    },
  );
}
