import { useEffect, useRef, type RefObject } from 'react';
import { nameOf } from '../../documents-api/documents-api';
import { useKeptPlace } from '../../reader/reading-position/use-kept-place';
import { StageFailure } from './stage-message';
import type { StageProps } from './stage-props';
import styles from './stages.module.css';
import { useFreshAddress } from './use-fresh-address';

/** Audio player with the browser's controls. */
export function AudioStage(props: StageProps) {
  const player = useRef<HTMLAudioElement>(null);
  const { failed, ...media } = usePlayer(player, props);
  if (failed) return <NotPlayable />;
  return (
    <audio ref={player} className={styles.audio} aria-label={nameOf(props.document)} {...media} />
  );
}

/** Video player with the browser's controls. */
export function VideoStage(props: StageProps) {
  const player = useRef<HTMLVideoElement>(null);
  const { failed, ...media } = usePlayer(player, props);
  if (failed) return <NotPlayable />;
  return (
    <video
      ref={player}
      className={styles.video}
      aria-label={nameOf(props.document)}
      playsInline
      {...media}
    />
  );
}

function NotPlayable() {
  return (
    <StageFailure title="This file cannot be played here.">
      It may be damaged, or of a kind that your browser does not play. Download it to play it on
      your device.
    </StageFailure>
  );
}

/**
 * Props for a media element that resumes at the stored position, and after its URL expires. URLs expire after a minute; the next
 * range request then fails and the element reports an error.
 */
function usePlayer(
  player: RefObject<HTMLMediaElement | null>,
  { file, document, person }: StageProps,
) {
  const address = useFreshAddress(file);
  const [[before] = [], keep] = useKeptPlace(person, document.id);
  /** Position to resume at once the file is loaded. */
  const resume = useRef({ at: before ?? 0, playing: false });

  // Changing `src` stops the player silently and resets the position.
  useEffect(() => {
    const { current } = player;
    const play = () => {
      const { at, playing } = resume.current;
      resume.current = { at: 0, playing: false };
      if (!current) return;
      // Starts over if the stored position is within the last second.
      if (at > 0 && !(at > current.duration - 1)) {
        current.currentTime = at;
        keep([at]);
      }
      // Autoplay may be blocked without a user gesture; the controls remain usable.
      if (playing) current.play().catch(() => undefined);
    };
    current?.addEventListener('loadedmetadata', play);
    return () => current?.removeEventListener('loadedmetadata', play);
  }, [player, keep]);

  return {
    src: address.url,
    failed: address.failed,
    controls: true,
    preload: 'metadata' as const,
    onError() {
      const { current } = player;
      if (current && current.currentTime > 0)
        resume.current = { at: current.currentTime, playing: !current.paused };
      address.renew();
    },
    onTimeUpdate() {
      // Until it resumes, the player reports position 0, which must not be stored.
      if (player.current && resume.current.at === 0) keep([player.current.currentTime]);
    },
    onEnded: () => keep([0]),
  };
}
