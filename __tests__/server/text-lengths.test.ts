import fc from 'fast-check';
import * as z from 'zod/mini';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { BRAKE_LIMITS } from '@/lib/contract/brake';
import { OWN_PAGE_LIMITS } from '@/lib/contract/own-page';
import { SETTING_LIMITS } from '@/lib/contract/setting';
import { INVITATION_LIMITS } from '@/lib/contract/invitation';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { countChars, cutChars } from '@/lib/contract/plain/text';
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import { PASSKEY_LIMITS } from '@/lib/contract/passkey';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { PROFILE_LIMITS } from '@/lib/contract/user';
import { sayStored } from '@/server/base/stored-text';
import { draftProduct, importDraft } from '@/server/import/import-draft';
import { cutAtWord } from '@/server/text/words';
import { setUpTestDatabase } from '../setup/test-database';

const database = setUpTestDatabase();

/** Texts of letters, emoji of one and of several code points, combining marks and halves of surrogate pairs. */
const character = fc.oneof(
  fc.constantFrom('a', ' ', 'é', 'e\u0301', 'ß', '字', '😀', '👩‍👩‍👧‍👦', '🇦🇶', '\u0301', '\u200d'),
  fc.constantFrom('\ud83d', '\ude00', '\ud800', '\udfff'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const textOf = (maxLength: number) =>
  fc
    .array(character, { maxLength, size: 'max' })
    .map((characters) => characters.join('').replaceAll('\0', ''));

/** PostgreSQL gets half of a surrogate pair as one replacement character. */
async function lengthsInDatabase(texts: string[]): Promise<number[]> {
  const { rows } = await database.pool.query<{ length: number }>(
    'SELECT char_length(text) AS length FROM unnest($1::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place',
    [texts],
  );
  return rows.map(({ length }) => length);
}

it('measures every text as zod and the database do', async () => {
  const texts = fc.sample(textOf(40), 2_000);
  const lengths = texts.map(countChars);

  expect(await lengthsInDatabase(texts)).toEqual(lengths);
  for (const [index, text] of texts.entries()) {
    const length = lengths[index] ?? 0;
    const accepts = (check: z.core.$ZodCheck<string>) => z.string().check(check).safeParse(text).success;
    expect([-1, 0, 1].map((more) => accepts(z.maxLength(length + more)))).toEqual([false, true, true]);
    expect([-1, 0, 1].map((more) => accepts(z.minLength(length + more)))).toEqual([true, true, false]);
  }
});

it('cuts a text to the limit without splitting a surrogate pair', () => {
  fc.assert(
    fc.property(textOf(30), fc.integer({ min: 0, max: 30 }), (text, charsMax) => {
      const cut = cutChars(text, charsMax);
      expect(countChars(cut)).toBe(Math.min(charsMax, countChars(text)));
      expect(text.startsWith(cut)).toBe(true);
      expect(countChars(cut) + countChars(text.slice(cut.length))).toBe(countChars(text));
    }),
  );
});

it('cuts a text at a word to at most the limit', () => {
  fc.assert(
    fc.property(textOf(90), fc.integer({ min: 1, max: 60 }), (text, charsMax) => {
      const cut = cutAtWord(text, charsMax);
      expect(countChars(cut)).toBeLessThanOrEqual(charsMax);
      if (countChars(text) <= charsMax) expect(cut).toBe(text);
    }),
  );
});

it('turns every entry of an import into a product within the limits, or a sentence', () => {
  const { nameCharsMin, nameCharsMax, taglineCharsMin, taglineCharsMax } = PRODUCT_LIMITS;
  const around = (...limits: number[]) =>
    fc.oneof(...limits.map((limit) => textOf(limit + 1)), textOf(200)).map((text) => text.trim());
  fc.assert(
    fc.property(
      around(nameCharsMin, nameCharsMax),
      around(taglineCharsMin, taglineCharsMax),
      fc.array(around(PRODUCT_LIMITS.tagNameCharsMax), { maxLength: 3 }),
      (name, text, tags) => {
        const draft = draftProduct({
          line: 7,
          name,
          text,
          tags,
          details: text,
          url: 'https://ada.example.com',
        });
        if ('refusal' in draft) expect(sayStored(draft.refusal)).toMatch(/^Its \w+ can't be used\. .+\.$/);
        else expect(importDraft.parse(draft)).toEqual(draft);
      },
    ),
  );
});

it('holds texts in the database to the limits of the contract', async () => {
  const { nameCharsMax, taglineCharsMax, descriptionCharsMax, urlCharsMax, tagNameCharsMax } = PRODUCT_LIMITS;
  const product = {
    name: nameCharsMax,
    tagline: taglineCharsMax,
    description: descriptionCharsMax,
    url: urlCharsMax,
    rejection_reason: MODERATION_LIMITS.reasonCharsMax,
  };
  const limits = {
    users: { name: PROFILE_LIMITS.nameCharsMax, handle: PROFILE_LIMITS.handleCharsMax },
    sessions: { user_agent: SESSION_LIMITS.userAgentCharsMax },
    passkeys: { name: PASSKEY_LIMITS.nameCharsMax },
    products: product,
    product_edits: product,
    alternatives: { rejection_reason: MODERATION_LIMITS.reasonCharsMax },
    brakes: { note: BRAKE_LIMITS.noteCharsMax },
    setup_links: { nonce: 43 },
    settings_versions: { note: SETTING_LIMITS.noteCharsMax },
    own_pages: { title: OWN_PAGE_LIMITS.titleCharsMax, body: OWN_PAGE_LIMITS.bodyCharsMax },
    own_page_versions: { title: OWN_PAGE_LIMITS.titleCharsMax, body: OWN_PAGE_LIMITS.bodyCharsMax },
    webhooks: { url: urlCharsMax },
    invitations: { note: INVITATION_LIMITS.noteCharsMax },
    discontinuations: { reason: MODERATION_LIMITS.reasonCharsMax },
    tags: { name: tagNameCharsMax, description: TAG_LIMITS.descriptionCharsMax },
    newsletter_subscribers: { email: NEWSLETTER_LIMITS.emailCharsMax, list: NEWSLETTER_LIMITS.listCharsMax },
    contact_messages: {
      name: CONTACT_LIMITS.nameCharsMax,
      email: CONTACT_LIMITS.emailCharsMax,
      message: CONTACT_LIMITS.messageCharsMax,
      answer: CONTACT_LIMITS.answerCharsMax,
    },
  };
  const { rows } = await database.pool.query<{ name: string; rule: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname LIKE '%\\_chars'`,
  );

  const found = rows.map(
    ({ name, rule }) => `${name} ${/char_length\((\w+)\) <= (\d+)/.exec(rule)?.slice(1).join()}`,
  );
  const expected = Object.entries(limits).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, limit]) => `${table}_${column}_chars ${column},${limit}`),
  );
  expect(found.sort()).toEqual(expected.sort());
});

it.each(['name', 'tagline', 'description', 'url'] as const)(
  'stores a %s of the longest length in emoji, and no character more',
  async (column) => {
    const limits = { name: 60, tagline: 120, description: 5_000, url: 2_048 };
    const insert = (value: string) => {
      const texts = {
        name: 'Ada',
        tagline: 'A tool for people',
        description: '',
        url: 'https://x.example',
        [column]: value,
      };
      return database.pool.query(
        `INSERT INTO products (slug, canonical_url, name, tagline, description, url) VALUES ('ada', 'ada', $1, $2, $3, $4)`,
        [texts.name, texts.tagline, texts.description, texts.url],
      );
    };

    await expect(insert('😀'.repeat(limits[column] + 1))).rejects.toMatchObject({
      constraint: `products_${column}_chars`,
    });
    await expect(insert('😀'.repeat(limits[column]))).resolves.toMatchObject({ rowCount: 1 });
  },
);
