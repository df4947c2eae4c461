import { Icon } from './icon';

const SIZES = {
  large: { chip: 'h-target-thumb', button: 'size-target-thumb', icon: 'size-4' },
  small: {
    chip: 'h-target-small text-sm pointer-coarse:h-target',
    button: 'size-target-small pointer-coarse:h-target pointer-coarse:w-target-thumb',
    icon: 'size-3.5',
  },
} as const;

type ChipProps = {
  name: string;
  size?: keyof typeof SIZES;
  className: string;
  /** Something is under way, and the button ignores presses. */
  isBusy?: boolean;
  onRemove: () => void;
};

/** An item of a list of chosen things, with a button that removes it. */
export function Chip({ name, size = 'large', className, isBusy = false, onRemove }: ChipProps) {
  const sizes = SIZES[size];
  return (
    <li className={`flex items-center rounded-control border ps-2.5 ${sizes.chip} ${className}`}>
      <span dir="auto" className="truncate">
        {name}
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        aria-disabled={isBusy}
        className={`grid shrink-0 place-items-center text-muted hover:text-ink ${sizes.button}`}
        onClick={isBusy ? undefined : onRemove}
      >
        <Icon name="close" className={sizes.icon} />
      </button>
    </li>
  );
}
