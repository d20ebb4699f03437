/** No feed knows this place: whoever follows from it is told to begin anew. Nobody is answered from a copy before it is whole again. */
export const BEGIN_ANEW = `UPDATE followed_campaign SET place = '999999999999999', is_built = false RETURNING campaign_id`;
