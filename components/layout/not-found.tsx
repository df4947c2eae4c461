import { buttonClasses } from '@/components/ui/button';
import { Message } from './message-page';
import { t } from '@/lib/texts/texts';

export const notFoundTitle = () => t('notFound.title', 'Page not found');

/** Content of every page that does not exist, or that this visitor may not see. */
export function NotFound() {
  return (
    <Message
      icon="search"
      title={notFoundTitle()}
      actions={
        <a href="/" className={buttonClasses()}>
          {t('failure.seeHot', "See what's hot")}
        </a>
      }
    >
      <p>
        {t(
          'notFound.help',
          "There's no page here. The link may be mistyped, or the {noun} may have been removed.",
        )}
      </p>
      <form
        role="search"
        aria-label={t('search.site', 'This site' /* names a search */)}
        action="/search"
        className="mt-6 flex gap-2"
      >
        <input
          type="search"
          name="q"
          aria-label={t('search.field', 'Search for' /* names the field for words */)}
          placeholder={t('search.products', 'Search {nouns}')}
          className="field h-target"
        />
        <button type="submit" className={buttonClasses({ look: 'primary' })}>
          {t('search.search', 'Search' /* a verb: the button does it */)}
        </button>
      </form>
    </Message>
  );
}
