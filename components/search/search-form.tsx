import { useEffect, useRef } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { type SearchSpec, searchPath } from '@/lib/pages/paths';

/** Searches for something else, in the same order and with the same filters. Works without JavaScript. */
export function SearchForm({ spec: { query, tag, filters, order } }: { spec: SearchSpec }) {
  const field = useRef<HTMLInputElement>(null);
  const kept = new URLSearchParams(searchPath(query, { tag, filters, order }).split('?')[1]);
  kept.delete('q');

  // Back may bring the page as it was left, with another text in the field than its address and headline have.
  useEffect(() => {
    const follow = () => {
      if (field.current) field.current.value = query;
    };
    const followRestored = ({ persisted }: PageTransitionEvent) => persisted && follow();
    follow();
    window.addEventListener('pageshow', followRestored);
    return () => window.removeEventListener('pageshow', followRestored);
  }, [query]);

  return (
    <form role="search" aria-label="All results" action="/search" className="mt-4 flex max-w-prose gap-2">
      <input
        ref={field}
        type="search"
        name="q"
        aria-label="Search for"
        placeholder="Enter Keywords to Search"
        autoComplete="off"
        defaultValue={query}
        className="field h-target-large"
      />
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={buttonClasses({ look: 'primary', size: 'large' })}>
        Search
      </button>
    </form>
  );
}
