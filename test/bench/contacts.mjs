/** A contact as the service lists it, the same for the same number. */
export const contact = id => ({
  id,
  user_id: 7,
  contact_type_id: 1 + (id % 9),
  first_name: `First${id}`,
  last_name: `Last${id}`,
  email: `person${id}@example.com`,
  alt_email: null,
  country: 'Germany',
  state: 'Bavaria',
  city: 'Munich',
  address_line1: `${1 + (id % 300)} Long Street`,
  address_line2: '',
  state_province_region: 'Bavaria',
  postal_code: String(80_000 + (id % 1000)),
  custom_field: id % 4 ? null : {age: {field_name: 'age', field_value: String(18 + (id % 70))}},
  deleted_at: null,
  created_at: '2026-03-01T10:00:00.000000Z',
  updated_at: '2026-03-01T10:00:00.000000Z',
  fullname: `First${id} Last${id}`,
  contact_type: {id: 1 + (id % 9), user_id: 7, name: 'Newsletter', deleted_at: null},
});

/** The columns of every CSV and table in the bench. */
export const columns = ['id', 'email', 'first_name', 'last_name', 'country', 'city', 'postal_code', 'created_at'];
