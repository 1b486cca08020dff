/** The units that were ordered by one press are one order: they are found by their person and basket. */
export async function up(): Promise<void> {}

export const indexes = { exchanges_by_basket: "on exchanges (user_id, basket_uuid, id)" };
