import { rich } from '@/lib/texts/rich';

/** The items of the privacy page about what browsers keep of everyone's visits. */
export function KeptInBrowser({ keepsPagesOffline }: { keepsPagesOffline: boolean }) {
  return (
    <>
      <li>
        {rich(
          'keptInBrowser.choices',
          "<strong>Your choices.</strong> Whether you chose light, dark or system is kept in your browser's local storage under the key <code>theme</code>, and whether single keys work under <code>shortcuts</code>. They never reach us. The search also notes there which search server responded; that note holds nothing about you.",
          { strong: (text) => <strong>{text}</strong>, code: (text) => <code>{text}</code> },
        )}
      </li>
      <li>
        {rich(
          'keptInBrowser.compared',
          "<strong>What you compare.</strong> The {nouns} that you collect to compare are kept in your browser's local storage under the key <code>compared</code>, until you stop comparing. We only see which comparisons you open, as with every page.",
          { strong: (text) => <strong>{text}</strong>, code: (text) => <code>{text}</code> },
        )}
      </li>
      <li>
        {rich(
          'keptInBrowser.recentSearches',
          "<strong>What you opened from the search.</strong> The last five are kept in your browser's local storage under the key <code>recentSearches</code>, until you clear them there or sign out. They never reach us.",
          { strong: (text) => <strong>{text}</strong>, code: (text) => <code>{text}</code> },
        )}
      </li>
      <li>
        {rich(
          'keptInBrowser.places',
          '<strong>Where you are on this site.</strong> Until you close the tab or sign out, its session storage keeps your places in lists (<code>listPlaces</code>), which announcements you closed (<code>promosDismissed</code>), and what you type in our forms (<code>keptTexts</code>), so that a reload keeps it.',
          { strong: (text) => <strong>{text}</strong>, code: (text) => <code>{text}</code> },
        )}
      </li>
      {keepsPagesOffline && (
        <li>
          {rich(
            'keptInBrowser.pages',
            "<strong>Pages you've read.</strong> Your browser keeps the last 40, so that you can read them again without a connection, in its caches <code>kept-pages</code> and <code>kept-files</code>. They never leave it, and it deletes them when you sign out.",
            { strong: (text) => <strong>{text}</strong>, code: (text) => <code>{text}</code> },
          )}
        </li>
      )}
    </>
  );
}
