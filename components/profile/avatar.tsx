import { useImageRetry } from '@/hooks/use-image-retry';
import { tileURL } from '@/lib/paths';

type AvatarProps = { name: string; avatarURL: string | null; className: string };

/** Decorative: the name stands beside it. Without a picture, the initials of the name. */
export function Avatar({ name, avatarURL, className }: AvatarProps) {
  const initials = tileURL(name);
  const { key, image, src, recover } = useImageRetry(avatarURL ?? initials, initials);
  return (
    <img
      key={key}
      ref={image}
      src={src}
      alt=""
      width={160}
      height={160}
      decoding="async"
      onError={recover}
      className={`rounded-full bg-raised object-cover ${className}`}
    />
  );
}
