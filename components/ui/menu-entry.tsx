import type { Elements } from './elements';
import { Icon, type IconName } from './icon';

export type MenuItem = {
  label: string;
  icon: IconName;
  /** After the label, such as a count. */
  aside?: Elements;
  /** Makes the item one of several choices. */
  isChosen?: boolean;
} & ({ href: string } | { onSelect: () => void });

const entryClasses =
  'flex min-h-target-row w-full items-center gap-3 rounded-control px-3 text-left font-medium whitespace-nowrap -outline-offset-2 hover:bg-raised focus:bg-raised aria-checked:text-accent pointer-coarse:min-h-target-thumb';

export function MenuEntry({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const content = (
    <>
      <Icon name={item.icon} className="size-4 text-muted" />
      <span className="flex-1">{item.label}</span>
      {item.aside}
      {item.isChosen && <Icon name="check" className="size-4" />}
    </>
  );
  if ('href' in item) {
    return (
      <a href={item.href} role="menuitem" tabIndex={-1} className={entryClasses} onClick={onClose}>
        {content}
      </a>
    );
  }
  function select() {
    onClose();
    if ('onSelect' in item) item.onSelect();
  }
  const isChoice = item.isChosen !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked={isChoice ? item.isChosen : undefined}
      tabIndex={-1}
      className={entryClasses}
      onClick={select}
    >
      {content}
    </button>
  );
}
