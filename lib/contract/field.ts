import * as z from 'zod/mini';
import { defineCall, atMost } from './call';
import { t, text } from '@/lib/texts/texts';

export const FIELD_LIMITS = {
  fieldsMax: 30,
  choicesMax: 200,
  keyCharsMax: 30,
  labelCharsMax: 40,
  helpCharsMax: 200,
  textCharsMax: 200,
  /** Of one text of an input. URLs are the longest. */
  inputCharsMax: 2_048,
} as const;

const { fieldsMax, choicesMax, inputCharsMax } = FIELD_LIMITS;

export const VALUE_SOURCES = ['submitter', 'moderator', 'page', 'import'] as const;
export type ValueSource = (typeof VALUE_SOURCES)[number];

/** What the page of a product states of it. A field may take one of them: `fromPage` in the site file. */
export const PAGE_FACTS = ['license', 'repository'] as const;
export type PageFact = (typeof PAGE_FACTS)[number];

const inputText = z.string().check(atMost(inputCharsMax));

/** The value of a field as it is typed or chosen: a text, or a list of texts for a field with several choices. */
const fieldInput = z.union([
  inputText,
  z.array(inputText).check(z.maxLength(choicesMax)),
  z.number().check(z.gte(Number.MIN_SAFE_INTEGER), z.lte(Number.MAX_SAFE_INTEGER)),
  z.boolean(),
]);
export type FieldInput = z.infer<typeof fieldInput>;

export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FieldValue = z.infer<typeof fieldValue>;

/** By the key of the field. Null and an empty text remove the value. Absent fields stay as they are. */
export const fieldInputs = z
  .record(z.string().check(z.maxLength(FIELD_LIMITS.keyCharsMax)), z.nullable(fieldInput))
  .check(
    z.refine((inputs) => Object.keys(inputs).length <= fieldsMax, {
      error: () => t('field.tooManyFields', 'Use at most {fieldsMax} fields.', { fieldsMax }),
    }),
  );
export type FieldInputs = z.infer<typeof fieldInputs>;

/** The keys of fields whose values the member took over from the page of the product, unchanged. */
export const fieldsFromPage = z
  .array(z.string().check(z.maxLength(FIELD_LIMITS.keyCharsMax)))
  .check(z.maxLength(fieldsMax));

export const fact = z.object({
  key: z.string(),
  label: z.string(),
  parts: z.array(
    z.object({
      text: z.string(),
      /** The URL that the text leads to. Absent for plain text. */
      url: z.optional(z.string()),
    }),
  ),
  value: z.optional(fieldValue),
  source: z.enum(VALUE_SOURCES),
  /** When somebody or something last said so. */
  checkedAt: z.iso.datetime(),
});
export type Fact = z.infer<typeof fact>;

export const listedFact = z.object({
  key: z.string(),
  /** With the label of the field if the value says nothing without it: `Variable: Yes`. */
  text: z.string(),
});
export type ListedFact = z.infer<typeof listedFact>;

const choice = z.object({ value: z.string(), label: z.string() });

const fieldControl = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('line'),
    inputMode: z.enum(['text', 'decimal', 'url']),
    /** Behind the value, such as the currency. */
    unit: z.optional(z.string()),
    placeholder: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('day') }),
  z.object({ kind: z.literal('one-of'), choices: z.array(choice) }),
  z.object({ kind: z.literal('some-of'), choices: z.array(choice) }),
]);
export type FieldControl = z.infer<typeof fieldControl>;

const fieldFilter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choices'), choices: z.array(choice) }),
  z.object({ kind: z.literal('texts') }),
  z.object({ kind: z.literal('range'), of: z.enum(['number', 'day']), unit: z.optional(z.string()) }),
]);

export const formField = z.object({
  key: z.string(),
  label: z.string(),
  help: z.optional(z.string()),
  isRequired: z.boolean(),
  control: fieldControl,
  filter: z.optional(fieldFilter),
});
export type FormField = z.infer<typeof formField>;

export const listFieldsCall = defineCall({
  method: 'get',
  path: '/fields',
  isOpen: true,
  summary: text(
    'calls.listFields',
    "The fields that this site's owner has declared for its products, in the order of the form.",
  ),
  answer: z.object({ fields: z.array(formField).check(z.maxLength(fieldsMax)) }),
  errors: [],
});
