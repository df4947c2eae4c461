import { Button } from './button';
import { Spinner } from './spinner';

type LoadMoreButtonProps = { isLoading: boolean; onLoad: () => void };

/** Loads the next page of a list. Keeps the focus while loading. */
export function LoadMoreButton({ isLoading, onLoad }: LoadMoreButtonProps) {
  return (
    <Button size="large" className="min-w-48" aria-disabled={isLoading} onClick={onLoad}>
      {isLoading && <Spinner />}
      Load more
    </Button>
  );
}

type LoadMoreProps = LoadMoreButtonProps & { hasMore: boolean; error?: { message: string } };

/** Below a list: the button for the next page, and the error of the last attempt. */
export function LoadMore({ hasMore, error, ...button }: LoadMoreProps) {
  if (!hasMore && !error) return null;
  return (
    <div className="mt-6 flex flex-col items-center gap-3 text-center">
      {hasMore && <LoadMoreButton {...button} />}
      <p role="alert" className={error ? 'text-danger' : 'hidden'}>
        {error?.message}
      </p>
    </div>
  );
}
