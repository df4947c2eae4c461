import { embedHTML, escapeAttribute } from '@/lib/contract/plain/text';
import { nounSlug } from '@/lib/contract/plain/site';
import { site } from '@/lib/site';
import { productPath } from '@/lib/pages/paths';
import { Button } from '@/components/ui/button';
import { showToast } from '@/lib/browser/toasts';
import { rich } from '@/lib/texts/rich';
import { t, withoutIsolates } from '@/lib/texts/texts';

/** The height of the badge without `size` in its URL, in CSS pixels. */
const BADGE_HEIGHT = 36;

/** The image "Featured on {site}" of an approved product. */
const badgePath = (slug: string) => `/badge/${nounSlug(site.noun)}/${encodeURIComponent(slug)}.svg`;

/** Also in code that other sites take over. */
const badgeText = () => withoutIsolates(t('badge.text', 'Featured on {siteName}'));

/** The badge with a link to the product's page, for other sites. */
function badgeHTML(slug: string): string {
  const image = `<img src="${site.url}${badgePath(slug)}" alt="${escapeAttribute(badgeText())}" height="${BADGE_HEIGHT}">`;
  return `<a href="${site.url}${productPath(slug)}">${image}</a>`;
}

/** A frame with the name, the tagline and the upvotes of an approved product, for other sites. */
const cardHTML = (slug: string, name: string): string =>
  embedHTML({ src: `${site.url}/embed${productPath(slug)}`, title: `${name} · ${site.name}` });

function badgeMarkdown(slug: string): string {
  // Parentheses would end the URL.
  const [image, page] = [badgePath(slug), productPath(slug)].map(
    (path) => site.url + path.replaceAll('(', '%28').replaceAll(')', '%29'),
  );
  return `[![${badgeText().replace(/[\\[\]`*_<&]/g, '\\$&')}](${image})](${page})`;
}

type BadgeCodeProps = { name: string; slug: string };

/** Shows the badge of an approved product, and the code that puts it, or a card of the product, on other pages. */
export function BadgeCode({ name, slug }: BadgeCodeProps) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer font-semibold">
        {rich('badgeCode.title', 'Badge and card<hidden> of {name}</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
          name,
        })}
      </summary>
      <img src={badgePath(slug)} alt={badgeText()} height={BADGE_HEIGHT} loading="lazy" className="mt-3" />
      <Code kind="html" label="HTML" text={badgeHTML(slug)} />
      <Code kind="markdown" label="Markdown" text={badgeMarkdown(slug)} />
      <Code
        kind="card"
        label={t('badgeCode.card', 'Card' /* a frame that other sites show */)}
        text={cardHTML(slug, name)}
      />
    </details>
  );
}

type CodeProps = { kind: 'html' | 'markdown' | 'card'; label: string; text: string };

function Code({ kind, label, text }: CodeProps) {
  return (
    <div className="mt-3 rounded-control border border-edge bg-surface px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm text-muted">{label}</span>
        <Button
          look="quiet"
          size="small"
          className="needs-script"
          aria-label={t(
            'badgeCode.copyKind',
            '{kind, select, html {Copy HTML} markdown {Copy Markdown} other {Copy Card}}',
            { kind },
          )}
          onClick={() => copy(kind, text)}
        >
          {t('badgeCode.copy', 'Copy' /* a verb: copies code */)}
        </Button>
      </div>
      <code dir="ltr" className="block text-sm wrap-anywhere">
        {text}
      </code>
    </div>
  );
}

/** Never rejects. Without HTTPS there is no clipboard. */
async function copy(kind: CodeProps['kind'], text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    await showToast(
      'success',
      t(
        'badgeCode.copied',
        '{kind, select, html {HTML copied.} markdown {Markdown copied.} other {Card copied.}}',
        { kind },
      ),
    );
  } catch {
    await showToast(
      'error',
      t(
        'badgeCode.notCopied',
        "{kind, select, html {The HTML couldn't be copied. Select it and copy it by hand.} markdown {The Markdown couldn't be copied. Select it and copy it by hand.} other {The Card couldn't be copied. Select it and copy it by hand.}}",
        { kind },
      ),
    );
  }
}
