import { useTheme } from 'next-themes';
import { useRouter } from 'next/router';
import { type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { openWebsite } from '@/hooks/use-list-keys';
import { useCombobox, useDebounced } from '@/hooks/use-combobox';
import { useMemberSearch, useSearch, useTags } from '@/hooks/use-search';
import { useMembersOnly } from '@/hooks/use-sign-in';
import { useSearchModal } from '@/hooks/use-search-modal';
import { useUser } from '@/hooks/use-user';
import { clearRecentSearches, readRecentSearches, rememberSearch } from '@/lib/browser/recent-searches';
import { searchPath } from '@/lib/pages/paths';
import { warmUpSearch } from '@/lib/search';
import { NothingFound } from './nothing-found';
import { PlainBody, SearchKeys, SearchResultBody, SkeletonHits } from './search-result';
import { closeTags, groupOptions, type SearchOption } from './search-options';
import { t } from '@/lib/texts/texts';

/** More hits are on the page of all results. */
const MODAL_HITS = 10;
/** Results are announced once typing pauses: the next keystroke would cut an announcement short. */
const ANNOUNCE_AFTER_MS = 600;

export function SearchModal() {
  const { isOpen, isComposing, close, opener } = useSearchModal();
  return (
    <Dialog
      isOpen={isOpen && !isComposing}
      onClose={close}
      opener={opener}
      labelledBy="search-title"
      className="search-modal"
    >
      <SearchCommand onClose={close} />
    </Dialog>
  );
}

/** What the modal left in the header's field when it was last closed. */
let leftText = '';

/** A field and the options below it, operated from the keyboard without leaving the field. */
function SearchCommand({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { user } = useUser();
  const membersOnly = useMembersOnly(user?.email ?? null);
  const { headerField } = useSearchModal();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(() => headerField.current?.value ?? '');
  const [isLeft] = useState(() => query === leftText);
  const [recent, setRecent] = useState(readRecentSearches);
  /** What is typed has led to a page or a command. */
  const isDone = useRef(false);
  /** Enter was pressed before the results of the query were there, and nothing since. */
  const [isEntered, setIsEntered] = useState(false);
  const search = useSearch(query, { hitsPerPage: MODAL_HITS, fillsPage: true });
  const { hits, results, answeredQuery, isEmpty, isFailed, isLoading, isRefused, isSlow } = search;
  const tags = useTags();
  const member = useMemberSearch(query);
  const theme = useThemeSwitch();
  const hasQuery = query.trim() !== '';
  // Tags and actions change with the hits, not before them.
  const offers = { query: answeredQuery ?? query, hits, tags, member, recent };
  const groups = groupOptions({ ...offers, commands: [theme] });
  const options = groups.flatMap((group) => group.options);
  const { active, fieldProps, listProps, optionProps } = useCombobox({
    kind: 'always-open',
    options,
    startsInactive: !hasQuery,
    areOutdated: isLoading,
    onGoOn: () => setIsEntered(false),
    onType(text) {
      setQuery(text);
      setIsEntered(false);
    },
    onSelect: (option, { withCommand }) => select(option, withCommand),
  });
  const announcement = useDebounced(
    isLoading || !results
      ? ''
      : isEmpty
        ? t('search.noResult', 'No Result found')
        : t('search.count', '{count, plural, one {# result} other {# results}}', { count: results.nbHits }),
    ANNOUNCE_AFTER_MS,
  );

  // Moves the text of the header's field here, before the dialog moves the focus.
  useLayoutEffect(() => {
    const [from, to] = [headerField.current, field.current];
    from?.form?.reset();
    const end = to?.value.length ?? 0;
    // What a former opening has left is replaced by the next letter; what was typed just now is continued.
    to?.setSelectionRange(isLeft ? 0 : end, end);
    warmUpSearch();
    return () => {
      // Closed without having led anywhere: the next opening finds it there.
      leftText = isDone.current ? '' : (to?.value ?? '');
      if (from) from.value = leftText;
    };
  }, [headerField, isLeft]);

  function open(path: string): void {
    isDone.current = true;
    onClose();
    void router.push(path);
  }

  function select(option: SearchOption, wantsWebsite = false): void {
    const { label, path, hit, perform, isForMembers, icon } = option;
    isDone.current = !(wantsWebsite && hit);
    if (wantsWebsite && hit) {
      void openWebsite(path);
    } else if (perform) {
      onClose();
      perform();
    } else if (isForMembers) {
      onClose();
      membersOnly.goTo(path);
    } else {
      if (hit || icon === 'tag' || icon === 'user') rememberSearch({ label, path });
      open(path);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isLoading && !isRefused && options.length > 0) setIsEntered(true);
    else open(searchPath(query));
  }

  function clearRecent(): void {
    clearRecentSearches();
    setRecent([]);
    field.current?.focus();
  }

  const openBestMatch = useEffectEvent(() => {
    if (active && !isLoading) select(active);
    else open(searchPath(query));
  });
  const isDue = isEntered && (!isLoading || isRefused);
  useEffect(() => {
    if (isDue) openBestMatch();
  }, [isDue]);

  return (
    <>
      <h2 id="search-title" className="sr-only">
        {t('search.title', 'Search' /* the title of the dialog, and of its field */)}
      </h2>
      <form role="search" action="/search" onSubmit={submit} className="search-modal-field">
        <Icon name="search" className="size-5 text-muted" />
        <input
          ref={field}
          data-autofocus
          name="q"
          {...fieldProps}
          aria-label={t('search.title', 'Search' /* the title of the dialog, and of its field */)}
          placeholder={t('search.placeholder', 'Enter Keywords to Search')}
          spellCheck={false}
          enterKeyHint="search"
          value={query}
          onBlur={() => setIsEntered(false)}
        />
        <DialogCloseButton onClose={onClose} />
      </form>
      {isEmpty && (
        <NothingFound query={query} tags={closeTags(query, tags)} isFailed={isFailed} onOpen={select} />
      )}
      <div
        {...listProps}
        aria-label={t('search.results', 'Results')}
        aria-busy={isSlow}
        className="search-modal-results"
      >
        {isSlow && hits.length === 0 && <SkeletonHits />}
        {groups.map((group) => (
          <div key={`${group.name} ${group.options[0]?.id}`} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="search-group">
              {group.name}
            </p>
            {group.options.map((option) => {
              const props = optionProps(option);
              const shared = {
                ...props,
                'aria-labelledby': `${props.id}-title`,
                className: option.hit ? 'search-result' : 'search-option',
              };
              if (option.perform) {
                return (
                  <div key={option.id} {...shared}>
                    <PlainBody option={option} id={props.id} />
                  </div>
                );
              }
              return (
                // A link as well, to open it in a new tab or to copy its URL.
                <a
                  key={option.id}
                  {...shared}
                  aria-describedby={option.hit && `${props.id}-excerpt ${props.id}-facts`}
                  href={option.path}
                  tabIndex={-1}
                >
                  {option.hit ? (
                    <SearchResultBody hit={option.hit} id={props.id} />
                  ) : (
                    <PlainBody option={option} id={props.id} />
                  )}
                </a>
              );
            })}
          </div>
        ))}
      </div>
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      <SearchKeys
        allResultsPath={hits.length > 0 ? searchPath(query) : undefined}
        onOpen={open}
        onClearRecent={!hasQuery && recent.length > 0 ? clearRecent : undefined}
      />
    </>
  );
}

function useThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme();
  const next = resolvedTheme === 'light' ? ('dark' as const) : ('light' as const);
  return {
    id: 'go-theme',
    label:
      next === 'light'
        ? t('theme.switchToLight', 'Theme: switch to light')
        : t('theme.switchToDark', 'Theme: switch to dark'),
    icon: next === 'light' ? ('sun' as const) : ('moon' as const),
    path: '',
    perform: () => setTheme(next),
  };
}
