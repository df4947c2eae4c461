type SkeletonProps = {
  /** Sets the size of the content to come, so that nothing moves when it arrives. */
  className: string;
};

/** Placeholder for loading content. Hidden from screen readers: announce the loading in words beside it. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-control bg-tint motion-safe:animate-pulse ${className}`}
    />
  );
}
