import { Button } from './button';
import { t } from '@/lib/texts/texts';

type MissingPartProps = {
  /** Begins a sentence: "The form". */
  name: string;
  onRetry: () => void;
};

/** In the place of a part of a page whose code could not be loaded. Screen readers announce it. */
export function MissingPart({ name, onRetry }: MissingPartProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
      <p>
        {t(
          'missingPart.nameCouldntBeLoaded',
          "{name} couldn't be loaded. Check your connection and try again.",
          { name },
        )}
      </p>
      <Button size="small" onClick={onRetry}>
        {t('missingPart.tryAgain', 'Try again')}
      </Button>
    </div>
  );
}
