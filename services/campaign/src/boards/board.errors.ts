import { BOARD_CODES, BOARD_LIMITS, type Board } from '@tomekeeper/contracts-campaign';
import { DomainError } from '@tomekeeper/service-kit';

/** For GMs only. The client merges its items with the newer board. */
export const boardChanged = (board: Board) =>
  new DomainError(
    'conflict',
    BOARD_CODES.changed,
    'Another game master changed the board. Reload the page to see the new one.',
    { extensions: { board } },
  );

export const noSessionForBoard = () =>
  new DomainError(
    'not-found',
    BOARD_CODES.noSession,
    'No session is running or planned. Plan a session first: the board belongs to it.',
  );

export const tooManyBoardItems = () =>
  new DomainError(
    'conflict',
    'campaign.too_many_board_items',
    `A board can have at most ${BOARD_LIMITS.items} items. Remove one first.`,
  );

export const boardTooLong = () =>
  new DomainError(
    'conflict',
    'campaign.board_too_long',
    `The texts of a board can have at most ${BOARD_LIMITS.characters.toLocaleString('en')} characters together. Make one of them a note.`,
  );
