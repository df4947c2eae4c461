import { Icon } from '@/components/ui/icon';
import { site } from '@/lib/site';

export function Logo() {
  return (
    <a href="/" className="flex items-center gap-2 rounded-control text-lg font-extrabold tracking-tight">
      <span className="grid size-8 place-items-center rounded-image bg-brand text-on-brand">
        <Icon name="sprout" className="size-5" />
      </span>
      <span className="max-[22rem]:sr-only">{site.name}</span>
    </a>
  );
}
