import { useState } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isForBrowser } from '@/lib/browser/keys';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type Answer = { status: string; text: string };

/** Longer answers are cut where they are shown. */
const SHOWN_CHARS_MAX = 20_000;

/** A call as it can be made from a terminal, and a button that makes it here. Without scripts, the button is a link. */
export function CallExample({ url }: { url: string }) {
  const [answer, setAnswer] = useState<Answer | 'loading'>();

  async function run() {
    setAnswer('loading');
    setAnswer(await ask(url));
  }

  return (
    <>
      <pre tabIndex={0}>
        <code>{`curl '${url}'`}</code>
      </pre>
      <p>
        <a
          href={url}
          rel="nofollow"
          className={buttonClasses({ size: 'small' })}
          onClick={(event) => {
            if (isForBrowser(event)) return;
            event.preventDefault();
            if (answer !== 'loading') void run();
          }}
        >
          {rich('callExample.run', 'Run<hidden> {url}</hidden>' /* a verb: makes the call of an example */, {
            hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
            url,
          })}
        </a>
      </p>
      <VisuallyHidden live>
        {answer === 'loading' ? t('page.loading', 'Loading …') : (answer?.status ?? '')}
      </VisuallyHidden>
      {answer === 'loading' && <p className="text-muted">{t('page.loading', 'Loading …')}</p>}
      {answer !== undefined && answer !== 'loading' && (
        <div
          ref={focusOnMount}
          role="region"
          aria-label={t('callExample.answerOfUrl', 'Answer of {url}', { url })}
          tabIndex={0}
        >
          <p className="text-sm text-muted">{answer.status}</p>
          {answer.text !== '' && (
            <pre className="max-h-[60vh] overflow-y-auto" tabIndex={0}>
              <code>{answer.text}</code>
            </pre>
          )}
        </div>
      )}
    </>
  );
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** Never rejects. */
async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    return {
      status: t('callExample.status', 'Status {status}' /* of HTTP, such as 200 */, {
        status: String(response.status),
      }),
      text: format(await response.text()),
    };
  } catch {
    return {
      status: t('callExample.unreachable', 'The server could not be reached. Please try again.'),
      text: '',
    };
  }
}

function format(text: string): string {
  const shown = indent(text);
  if (shown.length <= SHOWN_CHARS_MAX) return shown;
  const left = t('callExample.left', '{count, plural, other {… # more characters}}', {
    count: shown.length - SHOWN_CHARS_MAX,
  });
  return `${shown.slice(0, SHOWN_CHARS_MAX)}\n${left}`;
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
