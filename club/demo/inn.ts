/** Appends the check digits to the first nine (company) or ten (entrepreneur) digits of an INN. */
export function appendCheckDigits(digits: string): string {
  if (digits.length === 9) return digits + checkDigit(digits, [2, 4, 10, 3, 5, 9, 4, 6, 8]);
  const eleven = digits + checkDigit(digits, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
  return eleven + checkDigit(eleven, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
}

function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (sum % 11) % 10;
}
