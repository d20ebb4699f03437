/** Focuses the newest toast's action from anywhere on the page: tabbing to it takes longer than the toast stays. */
export const ACTION_KEY = 'F8';
