import type { Catalogue } from './catalogue.ts'
import { listIn, paramAmountIn } from './written.ts'

const amount = paramAmountIn('ms')
const list = listIn('ms')

export const ms: Catalogue = {
  bad_request: (p) => `Permintaan ini tidak dapat dibaca: ${p['field']}: ${p['problem']}.`,
  session_expired: () => 'Sila log masuk.',
  permission_denied: () => 'Akses ditolak.',
  unknown_call: () => 'Permintaan ini tidak dikenali.',
  in_progress: () => 'Ini sedang diproses. Sila tunggu sebentar.',
  body_too_large: () => 'Ini terlalu besar untuk dihantar.',
  key_reused: () => 'Tindakan ini telah dihantar dengan kandungan lain.',
  update_required: () => 'Sila kemas kini aplikasi untuk meneruskan.',
  too_many_requests: () => 'Terlalu banyak permintaan. Sila tunggu sebentar.',
  internal: () => 'Ada masalah di pihak kami. Tiada apa-apa yang berubah; sila cuba lagi.',
  unavailable: () => 'Perkhidmatan sedang sibuk. Sila cuba sebentar lagi.',
  not_built: () => 'Perkhidmatan ini tidak disokong di sini.',
  switched_off: () => 'Ini tidak tersedia: pengendali pelayan ini telah mematikannya.',
  not_found: () => 'Ini tidak ditemui.',
  add_failed: () => 'Gagal menambah: pilihan ini tidak lagi tersedia. Sila pilih semula.',
  update_failed: () => 'Gagal mengemas kini: pilihan ini tidak lagi tersedia. Sila pilih semula.',
  redeem_wrong: (p) =>
    `Kod ${p['code'] ?? ''} tidak boleh ditebus: tidak dikenali, habis digunakan, tamat tempoh, atau sudah pernah anda gunakan.`,
  lucky_balls_needed: (p) => `Membeli ${p['what']} menggunakan ${p['balls']} Lucky Ball.`,
  points_amount_wrong: () => 'Jumlah mata ganjaran tidak betul.',
  points_insufficient: () => 'Mata ganjaran anda tidak mencukupi untuk ini.',
  level_insufficient: (p) => `Ini memerlukan tahap ahli ${p['needed']}; tahap anda ${p['level']}.`,
  credentials_wrong: () => 'Nombor telefon atau kata laluan salah.',
  captcha_wrong: () => 'Semakan keselamatan tidak berjaya. Sila cuba lagi.',
  captcha_unknown: () => 'Semakan keselamatan ini tidak dikenali di sini atau sudah digunakan. Sila minta yang baharu.',
  code_wrong: (p) =>
    p['elsewhere']
      ? 'Kod ini diminta pada peranti atau pelayar lain. Sila minta kod baharu di sini.'
      : 'Kod pengesahan salah.',
  password_weak: (p) => `Pilih kata laluan sekurang-kurangnya ${p['least']} aksara yang bukan kata laluan lazim.`,
  account_exists: () => 'Akaun dengan nombor telefon ini sudah wujud.',
  account_unknown: () => 'Tiada akaun dengan nombor telefon ini.',
  invite_code_unknown: () => 'Kod jemputan ini tidak dikenali.',
  wait_for_countdown: (p) => `Kod baru sahaja dihantar. Anda boleh minta lagi selepas ${p['seconds']} saat.`,
  attempts_exhausted: (p) => `Terlalu banyak percubaan. Sila cuba lagi dalam ${p['minutes']} minit.`,
  country_not_served: () => 'Kami tidak dapat menghantar kod ke nombor negara ini. Sila gunakan nombor lain.',
  codes_paused: (p) =>
    `Buat masa ini kami tidak dapat menghantar kod lagi. Sila cuba lagi dalam ${p['minutes']} minit.`,
  registration_closed: () =>
    'Pendaftaran belum dibuka: pengendali belum menerbitkan teks yang perlu dipersetujui. Sila cuba lagi kemudian.',
  stock_gone: () => 'Orang lain lebih pantas: unit yang tinggal tidak mencukupi. Anda tidak dicaj.',
  purchase_limit_reached: (p) => `Anda boleh memiliki paling banyak ${p['limit']} unit produk ini.`,
  balance_insufficient: () => 'Baki dompet ini tidak mencukupi. Anda tidak dicaj.',
  order_not_payable: () => 'Pesanan ini tidak boleh dibayar lagi. Sila mula semula.',
  coupon_unusable: () => 'Kupon ini tidak boleh digunakan di sini.',
  price_changed: () => 'Harga telah berubah. Sila semak angka terkini.',
  already_signed: () => 'Anda sudah check-in untuk hari ini.',
  nothing_to_claim: () => 'Tiada apa-apa untuk dituntut sekarang.',
  already_cancelled: () => 'Pesanan ini sudah dibatalkan.',
  cancellation_window_over: () => 'Tempoh untuk membatalkan pesanan ini telah tamat.',
  withdrawal_approved: () => 'Pengeluaran ini telah diluluskan dan tidak boleh dibatalkan lagi.',
  transaction_password_wrong: (p) =>
    `Kata laluan transaksi salah. ${p['left'] ? `Tinggal ${p['left']} percubaan.` : 'Tiada percubaan lagi buat masa ini: tetapkan semula dengan kod, atau cuba lagi kemudian.'}`,
  changed_meanwhile: () => 'Ini telah diubah pada peranti lain. Sila pilih versi yang hendak dikekalkan.',
  address_limit_reached: (p) => `Anda boleh menyimpan paling banyak ${p['limit']} alamat.`,
  deposit_not_offered: (p) =>
    p['isReserveShort']
      ? 'Deposit ini tidak ditawarkan buat masa ini: dana rizab untuk faedahnya tidak mencukupi. Tiada wang dipindahkan.'
      : 'Deposit ini tidak ditawarkan buat masa ini. Tiada wang dipindahkan.',
  deposit_ended: () => 'Deposit ini sudah tamat.',
  transaction_password_missing: () => 'Sila tetapkan kata laluan transaksi dahulu: ia diperlukan di sini.',
  transaction_password_needed: () => 'Sila masukkan kata laluan transaksi anda.',
  transaction_password_known: () =>
    'Anda sudah mempunyai kata laluan transaksi. Tukar dengan yang lama, atau tetapkan semula dengan kod.',
  secret_unreadable: () => 'Kandungan yang disulitkan tidak dapat dibaca lagi. Sila cuba lagi.',
  card_number_wrong: () => 'Nombor kad atau kod keselamatannya tidak betul. Sila semak.',
  card_expired: () => 'Kad ini telah tamat tempoh.',
  card_known: () => 'Kad ini sudah anda tambah.',
  passkey_wrong: () =>
    'Kunci laluan ini tidak diterima. Tiada apa-apa yang berubah. Cuba lagi, atau gunakan kata laluan anda.',
  passkey_unknown: () =>
    'Kunci laluan ini tidak lagi digunakan oleh mana-mana akaun di sini. Sila log masuk dengan kata laluan anda.',
  passkey_limit_reached: (p) => `Anda boleh menyimpan paling banyak ${p['limit']} kunci laluan.`,
  code_needed: () => 'Masukkan kod daripada mesej teks yang kami hantar ke telefon anda.',
  phone_changed_lately: (p) =>
    `Nombor telefon anda baru sahaja ditukar. Demi keselamatan anda, kata laluan transaksi boleh ditetapkan selepas ${p['hours']} jam.`,
  card_limit_reached: (p) => `Anda boleh menambah paling banyak ${p['limit']} kad.`,
  card_bill_open: () => 'Masih ada bil kad ini yang belum dibayar. Sila bayar dahulu.',
  card_bill_closed: () => 'Tiada apa-apa lagi yang perlu dibayar untuk bil ini. Tiada wang diambil.',
  budget_used_up: () => 'Akaun yang membayar ini kosong buat masa ini. Tiada yang hilang; sila cuba lagi kemudian.',
  not_receivable_yet: () => 'Ini belum boleh dituntut: ia boleh dituntut sebaik sahaja akaun pembayarnya diisi.',
  picture_unusable: () => 'Gambar ini tidak boleh digunakan: terlalu besar atau bukan JPEG, PNG atau WebP.',
  odds_changed: () => 'Peluangnya telah berubah sejak anda melihatnya. Anda tidak dicaj; sila semak semula.',
  seed_changed: () => 'Benih telah ditukar. Anda tidak dicaj; sila semak semula.',
  game_closed: (p) =>
    p['covered'] === undefined
      ? 'Permainan ini tidak boleh dimainkan sekarang: dana untuk hadiahnya tidak mencukupi, atau hadiahnya sudah habis. Anda tidak dicaj.'
      : `Dana hadiah pengendali sekarang hanya mencukupi untuk ${p['covered']} cabutan serentak. Anda tidak dicaj. Sila pilih lebih sedikit.`,
  play_limit_reached: () => 'Anda telah mencapai had cabutan hari ini. Anda tidak dicaj.',
  play_paused: () => 'Anda sedang menjeda semua permainan. Anda tidak dicaj.',
  quiz_over: () => 'Kuiz hari ini sudah tamat. Sila kembali esok.',
  quiz_empty: () => 'Tiada soalan kuiz buat masa ini. Sila kembali kemudian.',
  goods_gone: () => 'Baki barang ini tidak mencukupi. Anda tidak dicaj.',
  order_not_refundable: () => 'Pesanan ini tidak boleh diubah lagi dengan cara ini. Sila lihat statusnya.',
  contract_not_offered: () => 'Pengendali tidak menawarkan kontrak kepada anda buat masa ini.',
  contract_in_review: () => 'Kontrak anda sedang disemak. Anda boleh mengubahnya selepas itu.',
  contract_not_running: () =>
    'Anda tiada kontrak yang sedang berjalan, atau tarikh tamatnya sudah ditetapkan. Tiada apa-apa diubah.',
  text_changed: () =>
    'Teks yang anda persetujui telah berubah. Tiada apa-apa dilakukan. Baca semula sebelum bersetuju.',
  account_in_use: (p) =>
    `Akaun ini belum boleh dipadam. Masih ada: ${list(p['obstacles'], { wallets: 'wang dalam dompet', income: 'pendapatan belum dituntut', deposits: 'deposit berjangka', withdrawals: 'pengeluaran yang sedang berjalan', pay: 'gaji daripada kontrak', prizes: 'hadiah wang belum dituntut', bills: 'bil kad', topUps: 'tambah nilai yang sedang berjalan', parcels: 'bungkusan dari kedai mata ganjaran', orders: 'pesanan yang masih boleh dibatalkan (batalkan, atau tunggu sehingga tempoh pembatalannya tamat)' })}. Keluarkan, tuntut atau selesaikan dahulu.`,
  card_unusable: () => 'Kad ini tidak boleh menerima pengeluaran. Sila pilih kad lain.',
  amount_out_of_range: (p) => `Jumlahnya mestilah antara ${amount(p, 'least')} dengan ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `Anda masih boleh mengeluarkan ${amount(p, 'left')} hari ini.`,
  top_up_limit_reached: (p) =>
    `Sudah ada ${p['limit']} tambah nilai yang belum selesai. Sila selesaikan satu, atau tunggu sehingga tempoh salah satunya tamat.`,
  rail_unavailable: () => 'Cara tambah nilai ini tidak tersedia buat masa ini. Sila pilih cara lain.',
}
