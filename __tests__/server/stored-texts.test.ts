import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { provideCatalog } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';
import {
  isSameText,
  type StoredText,
  packText,
  sayStored,
  unpackText,
  withTexts,
} from '@/server/base/stored-text';
import { checkNames } from '@/server/commands/account/profile';
import { sayActor } from '@/server/commands/log-action';
import { countGate, sayFigures } from '@/server/commands/submissions/gate-figures';
import { judgeRequired } from '@/server/commands/submissions/judge-rules';
import { NO_RULES } from '@/server/fields/rules-schema';
import { findGateFigures, insertObservations } from '@/server/queries/products/gate';
import { buildProduct, buildUser } from '../setup/build';
import { speakGerman } from '../setup/german';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();
afterEach(() => provideCatalog(undefined));

const GERMAN = {
  'test.left': 'Noch {days, plural, one {# Tag} other {# Tage}} für {name}. {why}',
  'test.why': 'Warum: {parts}.',
  'test.one': 'eins',
  'test.two': 'zwei',
};
const part = (key: string, english: string): StoredText => ({ key: `test.${key}`, english });
const left = withTexts(
  text('test.left', '{days, plural, one {# day} other {# days}} left for {name}. {why}', {
    ...{ days: 2, name: 'Ada', why: '' },
  }),
  {
    why: withTexts(text('test.why', 'Why: {parts}.', { parts: '' }), {
      parts: [part('one', 'one'), part('two', 'two'), 'three'],
    }),
  },
);

it('keeps a text for readers of any language, with the texts in it', () => {
  speakGerman(GERMAN);
  const stored = packText(left);
  expect(sayStored(unpackText(stored))).toBe('Noch 2 Tage für Ada. Warum: eins, zwei und three.');
  provideCatalog(undefined);
  expect(sayStored(unpackText(stored))).toBe('2 days left for Ada. Why: one, two, and three.');
  expect(packText(left)).toBe('2 days left for Ada. Why: one, two, and three.');
});

it.each(['It was removed.', '', '{"key":', '{"key":"a.b"}', '{"key":"a.b","sentence":1}', '[]'])(
  'shows the sentence %j of an earlier version as it is',
  (sentence) => {
    speakGerman({});
    expect(packText(sentence)).toBe(sentence);
    expect(sayStored(unpackText(sentence))).toBe(sentence);
  },
);

it('shows a sentence of somebody that looks like a stored text as it is', () => {
  const sentence = '{"key":"test.one","sentence":"Something else"}';
  speakGerman(GERMAN);
  expect(sayStored(unpackText(packText(sentence)))).toBe(sentence);
  provideCatalog(undefined);
  expect(sayStored(unpackText(packText(sentence)))).toBe(sentence);
});

it('tells the same text from another one in any language', () => {
  const gone = text('test.gone', '{name} is gone', { name: 'Ada' });
  speakGerman({ 'test.gone': '{name} ist weg' });
  const kept = ['Ada is gone', unpackText(packText(gone)), gone];
  expect(kept.map((each) => isSameText(each, gone))).toEqual([true, true, true]);
  expect(isSameText(unpackText(packText(gone)), { ...gone, values: { name: 'Bob' } })).toBe(false);
  expect(isSameText(null, gone)).toBe(false);
});

it('shows moderators what rows say in the language that the site has by now', async () => {
  const { headers } = await buildSignedInUser(api, { role: 'moderator' });
  const { id } = await buildProduct(api.db, { status: 'pending' });
  speakGerman({});
  const member = await buildUser(api.db, { handle: 'аdа-b', name: 'Ada' });
  const form = { name: '', tagline: '', description: 'D', url: '', hasIcon: true, hasScreenshot: true };
  const check = judgeRequired({ ...NO_RULES, requiredFields: ['description', 'icon'] }, form);
  await insertObservations(api.db, [
    {
      ...{ productId: id, rule: 'requiredFields', outcome: 'passed', observedAt: testNow },
      sentence: check?.sentence ?? '',
    },
    {
      ...{ productId: id, rule: 'declaration', outcome: 'passed', observedAt: testNow },
      sentence: 'The submitter has made this tool.',
    },
  ]);
  await checkNames(api.deps(), new AbortController().signal);
  const said = async () => {
    const context = await api.request('GET', `/api/moderation/products/${id}/context`, { headers });
    const found = await api.request('GET', '/api/moderation/users?order=names', { headers });
    const [issue] = z.parse(z.looseObject({ members: z.array(withIssue) }), found.body).members;
    const { observations } = z.parse(z.looseObject({ observations: z.array(withSentence) }), context.body);
    return [...observations.map(({ sentence }) => sentence), issue?.nameIssue];
  };
  provideCatalog(undefined);
  expect(await said()).toEqual([
    'The submitter has made this tool.',
    'This site asks for a description and an icon. Nothing is missing.',
    'The handle mixes letters of two alphabets.',
  ]);
  speakGerman({
    'rule.nothingMissing': 'Verlangt: {asked}. Nichts fehlt.',
    'rule.aDescription': 'eine Beschreibung',
    'rule.anIcon': 'ein Symbol',
    'nameIssue.handleMixesAlphabets': 'Der Name mischt zwei Alphabete.',
  });
  expect(await said()).toEqual([
    'The submitter has made this tool.',
    'Verlangt: eine Beschreibung und ein Symbol. Nichts fehlt.',
    'Der Name mischt zwei Alphabete.',
  ]);
  expect(member.nameIssue).toBeNull();
});
const withIssue = z.looseObject({ nameIssue: z.optional(z.string()) });
const withSentence = z.looseObject({ sentence: z.string() });

it('counts a usual reason in the language in which it was given, and names it in that of the site', async () => {
  const duplicate = "It's already listed here, under another name or link.";
  for (const reason of [duplicate, 'Schon da.', 'Etwas anderes.']) {
    const { id } = await buildProduct(api.db, { status: 'rejected' });
    await api.db.execute(sql`
      INSERT INTO audit_entries (actor_handle, action, subject_kind, subject_id, details, created_at)
      VALUES ('ada', 'product.reject', 'product', ${id}::bigint,
        jsonb_build_object('reason', ${reason}::text, 'name', 'Ada'), ${testNow.toISOString()}::timestamptz)`);
  }
  speakGerman({
    'rejection.duplicate': 'Doppelt',
    'rejection.duplicateText': 'Schon da.',
    'rule.otherReason': 'Andere',
  });
  await countGate(api.deps());
  const figures = await findGateFigures(api.db);
  if (!figures) throw new Error('There are no figures');
  expect(sayFigures(figures).reasons).toEqual([
    { label: 'Doppelt', count: 2 },
    { label: 'Andere', count: 1 },
  ]);
  provideCatalog(undefined);
  expect(sayFigures(figures).reasons).toEqual([
    { label: 'Duplicate', count: 2 },
    { label: 'Other', count: 1 },
  ]);
});

it('names who acts but for members in the language of the site', () => {
  speakGerman({ 'actor.site': 'die Website' });
  expect(sayActor({ actorName: null, actorHandle: 'the site' })).toBe('die Website');
  expect(sayActor({ actorName: 'the site', actorHandle: 'ada' })).toBe('the site');
  expect(sayActor({ actorName: null, actorHandle: 'former-member' })).toBe('former-member');
});
