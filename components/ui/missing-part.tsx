import { Button } from './button';
import { t } from '@/lib/texts/texts';

type MissingPartProps = {
  /** Says what could not be loaded, and to check the connection. */
  children: string;
  onRetry: () => void;
};

/** In the place of a part of a page whose code could not be loaded. Screen readers announce it. */
export function MissingPart({ children, onRetry }: MissingPartProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
      <p>{children}</p>
      <Button size="small" onClick={onRetry}>
        {t('action.tryAgain', 'Try again')}
      </Button>
    </div>
  );
}
