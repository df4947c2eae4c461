import type { MouseEvent } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { Tag } from '@/lib/contract/tag';
import { type SearchSpec, searchPath, submitPath, tagPath } from '@/lib/pages/paths';
import type { SearchOption } from './search-options';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Opens the option in place of the browser, which would follow the link. */
type Open = (option: SearchOption) => void;

/** A query without one of its words, and how many products have the others. */
export type FewerWords = { without: string; query: string; count: number };

type NothingFoundProps = { query: string; tags: readonly Tag[]; isFailed: boolean; onOpen: Open };

/** Replaces the results of the modal when there are none: close tags, and a way to submit what is missing, unless the search failed. */
export function NothingFound({ query, tags, isFailed, onOpen }: NothingFoundProps) {
  const all: SearchOption = {
    id: 'tags',
    label: t('search.browseTags', 'Browse all tags'),
    icon: 'tag',
    path: '/tags',
  };
  const submit: SearchOption = {
    id: 'submit',
    label: t('search.submitMissing', 'Submit it' /* what was searched for, and is not listed */),
    icon: 'plus',
    path: submitPath(query),
    isForMembers: true,
  };
  return (
    <div className="search-modal-empty">
      <p>{t('search.noResult', 'No Result found')}</p>
      <CloseTags tags={tags} onOpen={onOpen} />
      <div className="flex flex-wrap justify-center gap-2">
        {(isFailed ? [all] : [submit, all]).map((option) => (
          <a
            key={option.id}
            href={option.path}
            className={buttonClasses()}
            onClick={openWith(onOpen, option)}
          >
            {option.label}
          </a>
        ))}
      </div>
    </div>
  );
}

type NothingFoundPageProps = { spec: SearchSpec; tags: readonly Tag[]; fewerWords: readonly FewerWords[] };

export function NothingFoundPage({ spec, tags, fewerWords }: NothingFoundPageProps) {
  return (
    <EmptyState
      icon="search"
      title={t('search.noResult', 'No Result found')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <a href={submitPath(spec.query)} className={buttonClasses()}>
            {t('search.submitMissing', 'Submit it')}
          </a>
          <a href="/tags" className={buttonClasses()}>
            {t('search.browseTags', 'Browse all tags')}
          </a>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {fewerWords.length > 0 && (
          <ul
            aria-label={t('search.fewerWords', 'With fewer words')}
            className="flex flex-wrap justify-center gap-2"
          >
            {fewerWords.map(({ without, query, count }) => (
              <li key={query}>
                <a href={searchPath(query, { ...spec, page: 1 })} className="chip gap-2">
                  {rich(
                    'search.withoutWord',
                    '{count, plural, other {<query>Without “{without}”</query><found>#</found><hidden> results</hidden>}}',
                    {
                      query: (text) => <span dir="auto">{text}</span>,
                      found: (text) => <span className="tag-count">{text}</span>,
                      hidden: (text) => <span className="sr-only">{text}</span>,
                      without,
                      count,
                    },
                  )}
                </a>
              </li>
            ))}
          </ul>
        )}
        <CloseTags tags={tags} />
        {tags.length + fewerWords.length === 0 && (
          <span>{t('search.tryOthers', 'Try fewer or different words, or browse the tags.')}</span>
        )}
      </div>
    </EmptyState>
  );
}

/** In place of results, when the search did not answer. */
export function SearchUnavailable({ spec }: { spec: SearchSpec }) {
  return (
    <EmptyState
      icon="clock"
      title={t('search.unavailable', "Search isn't available right now")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <a href={searchPath(spec.query, spec)} className={buttonClasses({ look: 'primary' })}>
            {t('action.tryAgain', 'Try again')}
          </a>
          <a href="/tags" className={buttonClasses()}>
            {t('search.browseTags', 'Browse all tags')}
          </a>
        </div>
      }
    >
      {t('search.unavailableHelp', 'Try again in a few seconds, or look through the tags.')}
    </EmptyState>
  );
}

function CloseTags({ tags, onOpen }: { tags: readonly Tag[]; onOpen?: Open }) {
  if (tags.length === 0) return null;
  return (
    <ul
      aria-label={t('search.closeTags', 'Tags that come close')}
      className="flex flex-wrap justify-center gap-2"
    >
      {tags.map(({ slug, name }) => (
        <li key={slug}>
          <a
            href={tagPath(slug)}
            dir="auto"
            className="chip"
            onClick={onOpen && openWith(onOpen, { id: slug, label: name, icon: 'tag', path: tagPath(slug) })}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Leaves a click to the browser that opens a new tab or window. */
function openWith(onOpen: Open, option: SearchOption) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(option);
  };
}
