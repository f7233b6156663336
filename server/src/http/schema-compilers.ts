import validatorFactory from "@fastify/ajv-compiler";
import serializerFactory from "@fastify/fast-json-stringify-compiler";

interface Described {
  schema?: unknown;
}
/** As Fastify calls it: `errors` belongs to the latest call. */
interface Validate {
  (input: unknown): unknown;
  errors?: unknown;
}

const validators = validatorFactory();
const serializers = serializerFactory();

/**
 * Schemas are compiled when a request first needs them, and equal ones once. Compiling all of them, most of which describe the
 * same errors, took a third of the processor time of a start. fuzz.test.ts calls every operation.
 */
export const schemaCompilers: { buildSerializer: typeof serializers; buildValidator: typeof validators } = {
  buildSerializer(sharedSchemas, options) {
    const compile = rememberCompiled(serializers(sharedSchemas, options));
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (body: unknown) => {
        serialize ??= compile(route);
        return serialize(body);
      };
    };
  },
  buildValidator: ((sharedSchemas, options) => {
    const compile = rememberCompiled(validators(sharedSchemas, options) as (route: Described) => Validate);
    return (route: Described) => {
      let compiled: Validate | undefined;
      const validate: Validate = (input) => {
        compiled ??= compile(route);
        const isValid = compiled(input);
        validate.errors = compiled.errors;
        return isValid;
      };
      return validate;
    };
  }) as typeof validators,
};

function rememberCompiled<Route extends Described, Compiled>(
  compile: (route: Route) => Compiled,
): (route: Route) => Compiled {
  const bySchema = new Map<string, Compiled>();
  return (route) => {
    const key = JSON.stringify(route.schema);
    const compiled = bySchema.get(key) ?? compile(route);
    bySchema.set(key, compiled);
    return compiled;
  };
}
