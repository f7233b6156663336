import { Type } from "typebox";
import { nullable } from "./wire.ts";

const text = Type.String();

/** The engine that judged a document, in its result and its record. */
export const engineBody = (description: string) =>
  nullable(
    Type.Object(
      {
        name: text,
        version: text,
        modelSha256: nullable(Type.String()),
        catalogue: Type.Object({ frameworkCode: text, frameworkVersion: text, frameworkSha256: text }),
        settings: Type.Object({}, { additionalProperties: true }),
      },
      { description },
    ),
  );
