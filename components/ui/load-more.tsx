import { Button } from './button';
import { Spinner } from './spinner';

type LoadMoreButtonProps = { isLoading: boolean; onLoad: () => void };

/** Appends the next page of a list, and keeps the focus while it waits. */
export function LoadMoreButton({ isLoading, onLoad }: LoadMoreButtonProps) {
  return (
    <Button size="large" className="min-w-48" aria-disabled={isLoading} onClick={onLoad}>
      {isLoading && <Spinner />}
      Load more
    </Button>
  );
}

type LoadMoreProps = LoadMoreButtonProps & { hasMore: boolean; error?: { message: string } };

/** Under a list: the way to more of it, and why that did not work. */
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
