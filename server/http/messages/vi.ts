import type { Catalogue } from './catalogue.ts'
import { listIn, paramAmountIn } from './written.ts'

const amount = paramAmountIn('vi')
const list = listIn('vi')

export const vi: Catalogue = {
  bad_request: (p) => `Không đọc được yêu cầu này: ${p['field']}: ${p['problem']}.`,
  session_expired: () => 'Vui lòng đăng nhập.',
  permission_denied: () => 'Bạn không có quyền truy cập.',
  unknown_call: () => 'Máy chủ không nhận ra yêu cầu này.',
  in_progress: () => 'Việc này đang được xử lý. Vui lòng đợi một chút.',
  body_too_large: () => 'Nội dung quá lớn, không gửi được.',
  key_reused: () => 'Thao tác này đã được gửi với nội dung khác.',
  update_required: () => 'Vui lòng cập nhật ứng dụng để tiếp tục.',
  too_many_requests: () => 'Quá nhiều yêu cầu. Vui lòng đợi một chút.',
  internal: () => 'Đã có lỗi phía chúng tôi. Không có gì bị thay đổi. Vui lòng thử lại.',
  unavailable: () => 'Dịch vụ đang bận. Vui lòng thử lại sau giây lát.',
  not_built: () => 'Dịch vụ này không được hỗ trợ ở đây.',
  switched_off: () => 'Mục này không dùng được: nhà vận hành máy chủ này đã tắt.',
  not_found: () => 'Không tìm thấy nội dung này.',
  add_failed: () => 'Thêm không thành công: mục đã chọn không còn nữa. Vui lòng chọn lại.',
  update_failed: () => 'Cập nhật không thành công: mục đã chọn không còn nữa. Vui lòng chọn lại.',
  redeem_wrong: (p) =>
    `Không thể đổi mã ${p['code'] ?? ''}: mã không tồn tại, đã hết lượt, hết hạn, hoặc bạn đã dùng rồi.`,
  lucky_balls_needed: (p) => `Mua ${p['what']} sẽ bị trừ ${p['balls']} Lucky Ball.`,
  points_amount_wrong: () => 'Số điểm không đúng.',
  points_insufficient: () => 'Bạn không đủ điểm cho việc này.',
  level_insufficient: (p) => `Cần cấp thành viên ${p['needed']}; bạn đang ở cấp ${p['level']}.`,
  credentials_wrong: () => 'Số điện thoại hoặc mật khẩu không đúng.',
  captcha_wrong: () => 'Chưa vượt qua bước kiểm tra bảo mật. Vui lòng thử lại.',
  captcha_unknown: () => 'Lượt kiểm tra bảo mật này không được nhận ra hoặc đã được dùng. Vui lòng yêu cầu lượt mới.',
  code_wrong: (p) =>
    p['elsewhere']
      ? 'Mã này được yêu cầu trên thiết bị hoặc trình duyệt khác. Vui lòng yêu cầu mã mới tại đây.'
      : 'Mã xác minh không đúng.',
  password_weak: (p) => `Hãy chọn mật khẩu có ít nhất ${p['least']} ký tự và không thuộc loại phổ biến.`,
  account_exists: () => 'Số điện thoại này đã có tài khoản.',
  account_unknown: () => 'Số điện thoại này chưa có tài khoản.',
  invite_code_unknown: () => 'Mã mời này không tồn tại.',
  wait_for_countdown: (p) => `Mã vừa được gửi. Bạn có thể yêu cầu mã khác sau ${p['seconds']} giây.`,
  attempts_exhausted: (p) => `Quá nhiều lần thử. Vui lòng thử lại sau ${p['minutes']} phút.`,
  country_not_served: () => 'Chúng tôi không gửi được mã đến số của quốc gia này. Vui lòng dùng số khác.',
  codes_paused: (p) => `Tạm thời chúng tôi không gửi thêm mã được. Vui lòng thử lại sau ${p['minutes']} phút.`,
  registration_closed: () =>
    'Chưa thể đăng ký: nhà vận hành chưa công bố các văn bản cần đồng ý. Vui lòng thử lại sau.',
  stock_gone: () => 'Đã có người nhanh hơn: không còn đủ suất. Bạn chưa bị trừ tiền.',
  purchase_limit_reached: (p) => `Bạn có thể sở hữu tối đa ${p['limit']} suất của sản phẩm này.`,
  balance_insufficient: () => 'Ví này không đủ số dư. Bạn chưa bị trừ tiền.',
  order_not_payable: () => 'Không thể thanh toán đơn hàng này nữa. Vui lòng bắt đầu lại.',
  coupon_unusable: () => 'Không dùng được phiếu giảm giá này ở đây.',
  price_changed: () => 'Giá đã thay đổi. Vui lòng xem số liệu mới nhất.',
  already_signed: () => 'Bạn đã điểm danh cho ngày này rồi.',
  nothing_to_claim: () => 'Hiện chưa có gì để nhận.',
  already_cancelled: () => 'Đơn hàng này đã hủy rồi.',
  cancellation_window_over: () => 'Đã hết thời hạn hủy đơn hàng này.',
  withdrawal_approved: () => 'Lệnh rút này đã được duyệt và không thể hủy nữa.',
  transaction_password_wrong: (p) =>
    `Mật khẩu giao dịch không đúng. ${p['left'] ? `Bạn còn ${p['left']} lần thử.` : 'Hiện bạn đã hết lượt thử: hãy đặt lại bằng mã hoặc thử lại sau.'}`,
  changed_meanwhile: () => 'Nội dung này đã được sửa trên thiết bị khác. Vui lòng chọn bản muốn giữ.',
  address_limit_reached: (p) => `Bạn có thể lưu tối đa ${p['limit']} địa chỉ.`,
  deposit_not_offered: (p) =>
    p['isReserveShort']
      ? 'Hiện không có khoản gửi này: quỹ dự phòng không đủ để trả lãi. Không có tiền nào được chuyển.'
      : 'Hiện không có khoản gửi này. Không có tiền nào được chuyển.',
  deposit_ended: () => 'Khoản gửi này đã kết thúc.',
  transaction_password_missing: () => 'Vui lòng đặt mật khẩu giao dịch trước. Thao tác này cần mật khẩu đó.',
  transaction_password_needed: () => 'Vui lòng nhập mật khẩu giao dịch.',
  transaction_password_known: () => 'Bạn đã có mật khẩu giao dịch. Hãy đổi bằng mật khẩu cũ hoặc đặt lại bằng mã.',
  secret_unreadable: () => 'Nội dung đã mã hóa không còn đọc được. Vui lòng thử lại.',
  card_number_wrong: () => 'Số thẻ hoặc mã bảo mật không đúng. Vui lòng kiểm tra.',
  card_expired: () => 'Thẻ này đã hết hạn.',
  card_known: () => 'Bạn đã thêm thẻ này rồi.',
  passkey_wrong: () => 'Khóa truy cập này không được chấp nhận. Không có gì thay đổi. Hãy thử lại hoặc dùng mật khẩu.',
  passkey_unknown: () => 'Không còn tài khoản nào ở đây dùng khóa truy cập này. Vui lòng đăng nhập bằng mật khẩu.',
  passkey_limit_reached: (p) => `Bạn có thể lưu tối đa ${p['limit']} khóa truy cập.`,
  code_needed: () => 'Nhập mã trong tin nhắn SMS chúng tôi gửi đến điện thoại của bạn.',
  phone_changed_lately: (p) =>
    `Số điện thoại của bạn vừa được đổi. Để bảo vệ bạn, bạn có thể đặt mật khẩu giao dịch sau ${p['hours']} giờ.`,
  card_limit_reached: (p) => `Bạn có thể thêm tối đa ${p['limit']} thẻ.`,
  card_bill_open: () => 'Thẻ này còn hóa đơn chưa trả. Vui lòng trả trước.',
  card_bill_closed: () => 'Hóa đơn này không còn gì phải trả. Không có khoản nào bị trừ.',
  budget_used_up: () => 'Tài khoản chi trả khoản này hiện hết tiền. Không có gì bị mất. Vui lòng thử lại sau.',
  not_receivable_yet: () => 'Bạn chưa thể nhận khoản này. Bạn nhận được ngay khi tài khoản chi trả có tiền.',
  picture_unusable: () => 'Không dùng được ảnh này: ảnh quá lớn hoặc không phải JPEG, PNG hay WebP.',
  odds_changed: () => 'Xác suất trúng đã thay đổi kể từ khi bạn xem. Bạn chưa bị trừ gì. Vui lòng xem lại.',
  seed_changed: () => 'Hạt giống đã thay đổi. Bạn chưa bị trừ gì. Vui lòng xem lại.',
  game_closed: (p) =>
    p['covered'] === undefined
      ? 'Hiện không thể chơi trò này: chưa đủ tiền cho giải thưởng, hoặc giải đã hết. Bạn chưa bị trừ gì.'
      : `Quỹ giải thưởng của nhà vận hành hiện chỉ đủ cho ${p['covered']} lượt quay cùng lúc. Bạn chưa bị trừ gì. Vui lòng chọn ít hơn.`,
  play_limit_reached: () => 'Bạn đã đạt giới hạn lượt quay hôm nay. Bạn chưa bị trừ gì.',
  play_paused: () => 'Bạn đang tạm dừng mọi trò chơi. Bạn chưa bị trừ gì.',
  quiz_over: () => 'Câu đố hôm nay đã kết thúc. Hẹn bạn ngày mai.',
  quiz_empty: () => 'Hiện không có câu hỏi đố nào. Mời bạn quay lại sau.',
  goods_gone: () => 'Không còn đủ món này. Bạn chưa bị trừ gì.',
  order_not_refundable: () => 'Không thể thay đổi đơn này theo cách đó nữa. Vui lòng xem trạng thái đơn.',
  contract_not_offered: () => 'Hiện nhà vận hành không mời bạn ký hợp đồng.',
  contract_in_review: () => 'Hợp đồng của bạn đang được xem xét. Bạn có thể sửa sau khi có kết quả.',
  contract_not_running: () =>
    'Bạn không có hợp đồng nào đang có hiệu lực, hoặc ngày kết thúc đã được định. Không có gì thay đổi.',
  text_changed: () => 'Văn bản bạn đồng ý đã thay đổi. Chưa có gì được thực hiện. Hãy đọc lại trước khi đồng ý.',
  account_in_use: (p) =>
    `Chưa thể xóa tài khoản này. Vẫn còn: ${list(p['obstacles'], { wallets: 'tiền trong ví', income: 'thu nhập chưa nhận', deposits: 'tiền gửi kỳ hạn', withdrawals: 'lệnh rút đang xử lý', pay: 'lương theo hợp đồng', prizes: 'giải tiền chưa nhận', bills: 'hóa đơn thẻ', topUps: 'lệnh nạp đang xử lý', parcels: 'bưu kiện từ cửa hàng điểm', orders: 'đơn hàng còn có thể hủy (hãy hủy, hoặc chờ đến khi hết thời hạn hủy)' })}. Hãy rút, nhận hoặc hoàn tất trước.`,
  card_unusable: () => 'Thẻ này không thể nhận tiền rút. Vui lòng chọn thẻ khác.',
  amount_out_of_range: (p) => `Số tiền phải từ ${amount(p, 'least')} đến ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `Hôm nay bạn còn có thể rút ${amount(p, 'left')}.`,
  top_up_limit_reached: (p) =>
    `Đang có ${p['limit']} lần nạp chưa xong. Vui lòng hoàn tất một lần, hoặc chờ đến khi một lần hết hạn.`,
  rail_unavailable: () => 'Hiện không thể nạp tiền theo cách này. Vui lòng chọn cách khác.',
}
