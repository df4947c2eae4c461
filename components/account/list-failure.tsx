import { Button } from '@/components/ui/button';

type ListFailureProps = { sentence: string; onRetry: () => void };

/** Stands where a short list would be that could not be loaded. */
export function ListFailure({ sentence, onRetry }: ListFailureProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p className="text-danger">{sentence}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
