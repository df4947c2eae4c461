import { Vocabulary } from '@/server/search/vocabulary';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

async function readWords(...names: string[]): Promise<Vocabulary> {
  for (const name of names) await buildProduct(api.db, { name, tagline: '1' });
  const vocabulary = new Vocabulary();
  await vocabulary.readFirst(api.db);
  return vocabulary;
}

/** Each suggestion with its cost: `react 9`. */
const suggest = (vocabulary: Vocabulary, typed: string, isPrefix = false) =>
  vocabulary.suggest(typed, isPrefix).map(({ words, cost }) => `${words.join(' ')} ${cost}`);

it('suggests what is one edit away, the likeliest first, and two edits only without these', async () => {
  const vocabulary = await readWords('react', 'reach', 'preact', 'bootstrap');

  expect(suggest(vocabulary, 'raect')).toEqual(['react 9']);
  expect(suggest(vocabulary, 'reac')).toEqual(['react 10', 'reach 10']);
  expect(suggest(vocabulary, 'reacx')).toEqual(['react 11', 'reach 11']);
  expect(suggest(vocabulary, 'eact')).toEqual(['react 13']);
  expect(suggest(vocabulary, 'react')).toEqual(['reach 11', 'preact 13']);
  expect(suggest(vocabulary, 'bootstarp')).toEqual(['bootstrap 9']);
  expect(suggest(vocabulary, 'botsrap')).toEqual([]);
  expect(suggest(vocabulary, 'bootsarp')).toEqual(['bootstrap 19']);
});

it('suggests nothing for a word of three letters or without a similar beginning', async () => {
  const vocabulary = await readWords('react', 'css');
  expect(suggest(vocabulary, 'csx')).toEqual([]);
  expect(suggest(vocabulary, 'xxact')).toEqual([]);
});

it('corrects the beginning of a word, which costs more than a whole word', async () => {
  const vocabulary = await readWords('typescript', 'types');
  expect(suggest(vocabulary, 'typsc', true)).toEqual(['typesc 12']);
  expect(suggest(vocabulary, 'typsc')).toEqual([]);
  expect(suggest(vocabulary, 'tpes', true)).toEqual(['types 10']);
});

it('splits a word whose space was omitted', async () => {
  const vocabulary = await readWords('web', 'torrent', 'tor');
  expect(suggest(vocabulary, 'webtorrent')).toEqual(['web torrent 10']);
  expect(suggest(vocabulary, 'webtorr', true)).toEqual(['web torr 10']);
  expect(suggest(vocabulary, 'webtor')).toEqual(['web tor 10']);
  expect(suggest(vocabulary, 'webto', true)).toEqual([]);
});

it('knows whole words and beginnings', async () => {
  const vocabulary = await readWords('react');
  expect([
    vocabulary.has('react', false),
    vocabulary.has('rea', true),
    vocabulary.has('rea', false),
    vocabulary.has('xx', true),
  ]).toEqual([true, true, false, false]);
});
