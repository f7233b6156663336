import openapiTS, { astToString } from "openapi-typescript";

const heading = `// Written by npm run generate from openapi.json. Change the routes, not this file.
`;

/** The SDK's types of every operation, as the text of a TypeScript file. */
export async function apiTypes(openapi: object): Promise<string> {
  // A copy, because the generator changes its input.
  const nodes = await openapiTS(structuredClone(openapi) as Parameters<typeof openapiTS>[0], { alphabetize: false });
  return heading + astToString(nodes);
}
