import { Button } from './button';

type MissingPartProps = {
  /** Begins a sentence: "The form". */
  name: string;
  onRetry: () => void;
};

/** In the place of a part of a page whose code could not be loaded. Screen readers announce it. */
export function MissingPart({ name, onRetry }: MissingPartProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
      <p>{`${name} couldn't be loaded. Check your connection and try again.`}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
