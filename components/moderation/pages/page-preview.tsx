import { useState } from 'react';
import { NotLoaded } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { SanitizedHTML } from '@/components/ui/sanitized-html';
import { usePagePreview } from '@/hooks/use-own-pages';
import { t } from '@/lib/texts/texts';

/** The text of a page as its readers will see it, on demand. */
export function PagePreview({ body }: { body: string }) {
  /** The text that is shown. Undefined: none. */
  const [shown, setShown] = useState<string>();
  return (
    <div>
      <Button onClick={() => setShown(body)}>
        {shown === undefined
          ? t('ownPages.preview', 'Show a preview')
          : t('ownPages.previewAgain', 'Show the preview again')}
      </Button>
      {shown !== undefined && shown.trim() !== '' && <Shown key={shown} body={shown} />}
    </div>
  );
}

function Shown({ body }: { body: string }) {
  const { html, error, refresh } = usePagePreview(body);
  if (html === undefined)
    return (
      <NotLoaded
        failed={t('ownPages.previewNotLoaded', "We couldn't show the preview")}
        error={error}
        onRetry={() => void refresh()}
      />
    );
  return (
    <section
      aria-label={t('ownPages.previewOf', 'Preview of the page')}
      className="mt-4 rounded-control border border-line px-4 py-3"
    >
      <SanitizedHTML html={html} />
    </section>
  );
}
