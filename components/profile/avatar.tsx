import { Picture } from '@/components/layout/picture';
import { tileURL } from '@/lib/paths';

type AvatarProps = { name: string; avatarURL: string | null; className: string };

/** Decorative: the name stands beside it. Without a picture, the initials of the name. */
export function Avatar({ name, avatarURL, className }: AvatarProps) {
  const initials = tileURL(name);
  return (
    <Picture
      src={avatarURL ?? initials}
      fallbackSrc={initials}
      sizes="5rem"
      width={160}
      height={160}
      className={`rounded-full bg-raised object-cover ${className}`}
      isEager
    />
  );
}
