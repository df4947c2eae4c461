import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { hidden } from '@/components/ui/visually-hidden';
import { call, unlessGone } from '@/lib/api/http';
import {
  addSynonymRuleCall,
  listSynonymRulesCall,
  removeSynonymRuleCall,
  SYNONYM_LIMITS,
  type SynonymRule,
} from '@/lib/contract/synonym-rule';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const TAGS = {
  bdi: (inner: ReactNode) => <bdi>{inner}</bdi>,
  arrow: (inner: ReactNode) => <span aria-hidden="true">{inner}</span>,
  hidden,
};

const EMPTY = { words: '', meaning: '', isTwoWay: false };

/** What words mean in searches besides themselves, and the words that searches have missed. */
export function SynonymRules() {
  const [rule, setRule] = useState(EMPTY);
  const kept = useKeptForm('synonym');
  // Two kept texts come back at once.
  const write = (texts: Partial<typeof EMPTY>) => setRule((before) => ({ ...before, ...texts }));
  const { pages, items, list, isDeciding, intro, decide } = useDecisions(
    'synonym rules',
    (after) => call(listSynonymRulesCall, { query: { after } }),
    ({ rules }) => rules,
  );
  const missedWords = pages?.[0]?.missedWords ?? [];

  async function onAdd(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const outcome = t('synonyms.added', 'Searches for {words} find {meaning}, too.', {
      words: rule.words,
      meaning: rule.meaning,
    });
    const adding = decide(() => call(addSynonymRuleCall, { body: rule }), outcome);
    if (await kept.untilSent(adding)) setRule(EMPTY);
  }

  const remove = ({ id, words, meaning }: SynonymRule) =>
    decide(
      () => unlessGone(call(removeSynonymRuleCall, { params: { id } })),
      t('synonyms.removed', 'Searches for {words} no longer find {meaning}.', {
        words,
        meaning,
      }),
    );

  return (
    <>
      <Intro ref={intro} className="mt-4">
        {t(
          'synonyms.intro',
          'Say what people mean: searches for “photo editor” can find {nouns} with “image editor”, too. Everyday English words, such as picture and photo, are known already.',
        )}
      </Intro>
      <form noValidate onSubmit={(event) => void onAdd(event)} className="mt-4 flex max-w-md flex-col gap-3">
        <Field
          label={t('synonyms.words', 'People search for')}
          maxLength={SYNONYM_LIMITS.charsMax}
          autoComplete="off"
          value={rule.words}
          keptAs="synonym/words"
          onChange={(event) => write({ words: event.currentTarget.value })}
        />
        <Field
          label={t('synonyms.meaning', 'They also mean')}
          maxLength={SYNONYM_LIMITS.charsMax}
          autoComplete="off"
          value={rule.meaning}
          keptAs="synonym/meaning"
          hint={t('synonyms.wordsMax', 'Up to {count, plural, one {# word} other {# words}}.', {
            count: SYNONYM_LIMITS.wordsMax,
          })}
          onChange={(event) => write({ meaning: event.currentTarget.value })}
        />
        <Checkbox
          label={t('synonyms.isTwoWay', 'Also the other way round')}
          className="self-start min-h-target"
          isChecked={rule.isTwoWay}
          onChange={(isTwoWay) => setRule({ ...rule, isTwoWay })}
        />
        <Button type="submit" size="small" aria-disabled={isDeciding} className="self-start">
          {t('synonyms.add', 'Add synonym' /* of words in searches */)}
        </Button>
      </form>
      {missedWords.length > 0 && (
        <section aria-labelledby="missed-words" className="mt-8">
          <h2 id="missed-words" className="font-semibold">
            {t('synonyms.missed', 'Searches found nothing for')}
          </h2>
          <p className="mt-1 max-w-prose text-sm text-muted">
            {t(
              'synonyms.missedText',
              'In the last {count, plural, one {# day} other {# days}}. We count words, not who searches. Pick one to say what it means.',
              { count: SYNONYM_LIMITS.missedDays },
            )}
          </p>
          <ul className="mt-3 flex flex-wrap gap-2">
            {missedWords.map(({ word, searchCount }) => (
              <li key={word} className="max-w-full">
                <Button size="small" className="max-w-full" onClick={() => setRule({ ...rule, words: word })}>
                  <span dir="auto" className="truncate">
                    {word}
                  </span>
                  <span className="text-muted">
                    {t('synonyms.searchCount', '{count, plural, one {# search} other {# searches}}', {
                      count: searchCount,
                    })}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ModeratorList
        failed={t('synonyms.notLoaded', "We couldn't load the synonyms")}
        showing={(count) =>
          t('synonyms.showing', 'Showing {count, plural, one {# synonym} other {# synonyms}}.', { count })
        }
        list={list}
        items={items}
        className="mt-8 flex flex-col gap-4"
        empty={
          <EmptyState icon="search" title={t('synonyms.none', 'No synonyms of yours yet')}>
            {t('synonyms.noneText', 'Add one when a search should find more.')}
          </EmptyState>
        }
      >
        {(each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-3 rounded-card border border-line p-5">
            <p className="min-w-0 flex-1 wrap-anywhere">
              {each.isTwoWay
                ? rich(
                    'synonyms.twoWay',
                    '<bdi>{words}</bdi><arrow> ↔ </arrow><hidden> and </hidden><bdi>{meaning}</bdi><hidden> mean each other</hidden>',
                    { ...TAGS, words: each.words, meaning: each.meaning },
                  )
                : rich(
                    'synonyms.oneWay',
                    '<bdi>{words}</bdi><arrow> → </arrow><hidden> also means </hidden><bdi>{meaning}</bdi>',
                    { ...TAGS, words: each.words, meaning: each.meaning },
                  )}
            </p>
            <Button size="small" aria-disabled={isDeciding} onClick={() => void remove(each)}>
              {rich('synonyms.remove', 'Remove<hidden> {words}</hidden>' /* what words mean */, {
                hidden,
                words: each.words,
              })}
            </Button>
          </li>
        )}
      </ModeratorList>
    </>
  );
}
