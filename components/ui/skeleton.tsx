type SkeletonProps = {
  /** Sets the size: what will stand here, so that nothing moves when it comes. */
  className: string;
};

/** Holds the place of what is being loaded; whoever draws it says so in words. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-control bg-tint motion-safe:animate-pulse ${className}`}
    />
  );
}
