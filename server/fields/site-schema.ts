import * as z from 'zod/mini';
import { FIELD_LIMITS, PAGE_FACTS } from '@/lib/contract/field';
import { FIELD_TYPES } from './field-types';
import { siteRules } from './rules-schema';
import { shownText } from './type-parts';

const { fieldsMax, keyCharsMax, labelCharsMax, helpCharsMax } = FIELD_LIMITS;

export type TypeName = keyof typeof FIELD_TYPES;

/** What pages, calls, files and the search index use themselves. */
const RESERVED_KEYS: ReadonlySet<string> = new Set([
  ...[
    'after',
    'approved',
    'bookmarks',
    'compare',
    'constructor',
    'created',
    'date',
    'description',
    'error',
    'facts',
  ],
  ...[
    'fields',
    'from',
    'hot',
    'icon',
    'id',
    'image',
    'key',
    'lang',
    'limit',
    'link',
    'listed',
    'name',
    'noun',
  ],
  ...[
    'objectid',
    'order',
    'page',
    'period',
    'prototype',
    'q',
    'query',
    'ref',
    'screenshot',
    'sent',
    'slug',
    'sort',
  ],
  ...[
    'state',
    'status',
    'submitter',
    'tag',
    'tagline',
    'tags',
    'term',
    'title',
    'token',
    'unsubscribe',
    'updated',
  ],
  ...['upvotes', 'url', 'value', 'website'],
  ...['content', 'facet', 'facets', 'fbclid', 'filter', 'filters', 'gclid', 'more', 'utm'],
]);

const fieldKey = z.string('must be text').check(
  z.regex(
    new RegExp(`^[a-z](?:[a-z0-9]|-(?=[a-z0-9])){0,${keyCharsMax - 1}}$`),
    `must begin with a small letter and consist of up to ${keyCharsMax} small letters, digits and single hyphens`,
  ),
  z.refine(
    (key) => !RESERVED_KEYS.has(key) && !key.startsWith('utm-'),
    'is a word that the site uses itself',
  ),
  z.meta({ description: 'Names the field in addresses, files and the database. Unique.' }),
);

const flag = (description: string) =>
  z._default(z.boolean('must be true or false').check(z.meta({ description })), false);

const shared = {
  key: fieldKey,
  label: shownText(labelCharsMax, 'What people read.'),
  help: z.optional(shownText(helpCharsMax, 'A hint below the field in the form.')),
  required: flag('Whether the form requires a value. Imported products may have no value.'),
  facet: flag('Whether lists can be filtered by the field.'),
  list: flag('Whether lists show the value of each product, as far as there is room.'),
  fromPage: z.optional(
    z.enum(PAGE_FACTS, `must be one of ${PAGE_FACTS.join(', ')}`).check(
      z.meta({
        description:
          "What the form suggests if a product's own page states it. license: the license of the software, in JSON-LD or in a link with the relation license. repository: the address of the source code, in JSON-LD or in a link.",
      }),
    ),
  ),
  formerKeys: z._default(
    z.array(fieldKey, 'must be a list of keys').check(
      z.maxLength(10, 'must have at most 10 keys'),
      z.meta({
        description: 'Keys that the field had before. Values that are stored under them belong to it.',
      }),
    ),
    [],
  ),
};

const TYPE_NAMES = Object.keys(FIELD_TYPES).filter((name): name is TypeName => name in FIELD_TYPES);

/** What every field declares. The type decides about the rest. */
export const typedField = z.looseObject(
  { type: z.enum(TYPE_NAMES, `must be one of ${TYPE_NAMES.join(', ')}`) },
  'must be a field: {"key": …, "label": …, "type": …}',
);

/** The declaration of a field of one type. */
export function declarationOf(type: TypeName) {
  const { options, rule } = FIELD_TYPES[type];
  const declaration = z.strictObject({ type: z.literal(type), ...shared, ...options });
  return rule
    ? declaration.check(z.refine(rule.holds, { error: rule.sentence, path: [rule.option] }))
    : declaration;
}

const promosMax = 20;
const sponsorsMax = 50;

const day = (description: string) =>
  z.iso.date('must be a day like 2026-12-01').check(z.meta({ description: `${description}, in UTC.` }));
const firstDay = day('The first day');
const lastDay = day('The last day');
const endsAfterStart = {
  error: 'must not be before "from"',
  path: ['until'],
};
const isInOrder = ({ from = '', until = from }: { from?: string; until?: string }) => from <= until;

const promo = z
  .strictObject(
    {
      text: shownText(120, 'What people read.'),
      url: z
        .string('must be text')
        .check(
          z.regex(
            /^(https?:\/\/|mailto:|\/(?!\/))\S{0,1000}$/,
            'must be a web address or a path of the site',
          ),
          z.meta({ description: 'Where the announcement leads.' }),
        ),
      from: z.optional(firstDay),
      until: z.optional(lastDay),
    },
    'must be a promo: {"text": …, "url": …}',
  )
  .check(z.refine(isInOrder, endsAfterStart));

const sponsor = z
  .strictObject(
    {
      name: shownText(60, 'Who sponsors the site.'),
      text: shownText(120, 'What the sponsor offers.'),
      url: z
        .string('must be text')
        .check(
          z.regex(/^https?:\/\/\S{1,1000}$/, 'must be a web address'),
          z.meta({ description: 'Where the place leads. The link is marked as sponsored.' }),
        ),
      from: firstDay,
      until: lastDay,
    },
    'must be a sponsor: {"name": …, "text": …, "url": …, "from": …, "until": …}',
  )
  .check(z.refine(isInOrder, endsAfterStart));

const file = <Field extends z.ZodMiniType>(field: Field) =>
  z.strictObject(
    {
      $schema: z.optional(z.string('must be text')),
      fields: z
        .array(field, 'must be a list of fields')
        .check(
          z.maxLength(fieldsMax, `must have at most ${fieldsMax} fields`),
          z.meta({ description: 'The fields of a product, in the order of the form.' }),
        ),
      promos: z._default(
        z
          .array(promo, 'must be a list of promos')
          .check(
            z.maxLength(promosMax, `must have at most ${promosMax} promos`),
            z.meta({ description: 'Announcements at the top of every page.' }),
          ),
        [],
      ),
      sponsors: z._default(
        z.array(sponsor, 'must be a list of sponsors').check(
          z.maxLength(sponsorsMax, `must have at most ${sponsorsMax} sponsors`),
          z.meta({
            description:
              'Sponsored places beside lists and on /sponsors, in this order. They change no list.',
          }),
        ),
        [],
      ),
      rules: z.optional(siteRules),
    },
    'must be an object: {"fields": […]}',
  );

export type DatedPromo = z.infer<typeof promo>;

export const siteFile = file(typedField);

/** The JSON Schema of the file, by which editors complete and check it. */
export function siteFileJSONSchema(): unknown {
  const field = z.union(
    TYPE_NAMES.map((type) =>
      declarationOf(type).check(z.meta({ description: FIELD_TYPES[type].description })),
    ),
  );
  return {
    ...z.toJSONSchema(file(field), { io: 'input', target: 'draft-07' }),
    title: 'What a directory lists about its products',
  };
}
