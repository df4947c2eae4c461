import { z } from 'zod';

/** One call of an OpenAPI document, as the fuzzer needs it. */
export type Operation = {
  method: string;
  /** With parameters in braces. */
  path: string;
  needsSession: boolean;
  parameters: Parameter[];
  body?: { types: string[]; schema: JSONSchema };
  /** What a response may contain, by its status; undefined for a response without a body. */
  responses: Map<number, z.ZodType | undefined>;
};

export type JSONSchema = z.infer<typeof jsonSchema>;
type Parameter = z.infer<typeof parameter>;

const jsonSchema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: jsonSchema }));
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: jsonSchema,
});
const operation = z.object({
  security: z.array(z.unknown()),
  parameters: z.array(parameter),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

/** Reads the calls of an OpenAPI 3.1 document. */
export function readOperations(given: unknown): Operation[] {
  const { paths, components } = document.parse(given);
  const resolve = (schema: JSONSchema): JSONSchema => {
    const name = typeof schema.$ref === 'string' && schema.$ref.replace('#/components/schemas/', '');
    return (name && components.schemas[name]) || schema;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters, requestBody, responses }]) => {
      const bodies = requestBody?.content ?? {};
      const [schema] = Object.values(bodies).map((body) => body.schema);
      return {
        method: method.toUpperCase(),
        path,
        needsSession: security.length > 0,
        parameters,
        ...(schema && { body: { types: Object.keys(bodies), schema } }),
        responses: new Map(
          Object.entries(responses).map(([status, response]) => {
            const answer = response.content?.['application/json']?.schema;
            return [Number(status), answer && z.fromJSONSchema(resolve(answer))];
          }),
        ),
      };
    }),
  );
}
