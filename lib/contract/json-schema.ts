// For the OpenAPI document and the page about the API. No other page loads it.
import * as z from 'zod/mini';
import type { Schema } from './call';

type JSONSchema = Record<string, unknown>;

/** The parts of an object's JSON Schema that descriptions of calls read. */
export const objectSchema = z.looseObject({
  properties: z._default(z.record(z.string(), z.unknown()), {}),
  required: z._default(z.array(z.string()), []),
});

export const inputSchemaOf = (schema: Schema): JSONSchema =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
export const outputSchemaOf = (schema: Schema): JSONSchema =>
  withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

/** OpenAPI 3.1 fixes the dialect for the whole document. */
const withoutDialect = ({ $schema: _, ...schema }: JSONSchema): JSONSchema => schema;
